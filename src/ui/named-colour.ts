/** The theme colours that have a name: commands of the palette (command.ts), and choices in the settings (setting/colour-group.tsx). */
export const NAMED_COLOURS = { blue: '#4080FF', teal: '#0B7E88', green: '#20804A', orange: '#BD5A0F', red: '#D03050', purple: '#7A5AF0' } as const;
