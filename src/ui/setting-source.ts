/** Settings as an account keeps them, as texts. `version` grows with each change of that value, on the server's word. */
export type AccountSettings = Readonly<Record<string, { value: string; version: number }>>;
/** Where the server keeps them. Throws as ui/call.ts does. */
export interface SettingMemory {
  load: () => Promise<AccountSettings>;
  /** Changes those of which nothing newer than `after` (0: nothing) is known there; answers with all. */
  save: (values: Readonly<Record<string, { value: string; after: number }>>) => Promise<AccountSettings>;
  /** Names of the hospitals that this person is bound to; none where they work for all. */
  hospitals: () => Promise<readonly string[]>;
}
let memory: SettingMemory | null = null;
/** The entry hands it over, because ui/ knows no area. */
export const setSettingMemory = (given: SettingMemory | null): void => void (memory = given);
/** Null where no entry has given one. */
export const settingMemory = (): SettingMemory | null => memory;
