import type { Command } from '../../kernel/area.ts';

/** The words by which the palette finds a command, or what has a key, beside its title. Asked here alone: a build keeps them with the palette, away from the commands, which everyone fetches first (src/build/keyword.ts). */
export const keywordsOf = ({ keywords }: Pick<Command, 'keywords'>): readonly string[] => keywords;
