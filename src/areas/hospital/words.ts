import { msg } from '@lingui/core/macro';
import type { Words } from '../../kernel/area.ts';

/** Levels of hospitals (dictionary hospital_level); free text in the database, so one unknown is shown as it is. */
export const LEVEL_WORDS: Record<string, Words> = { '3A': msg`三甲`, '3B': msg`三乙`, '3C': msg`三丙`, '2A': msg`二甲`, '2B': msg`二乙`, '2C': msg`二丙`, '1': msg`一级`, none: msg`未定级` };
/** Kinds of hospitals (dictionary hospital_kind). */
export const KIND_WORDS: Record<string, Words> = { general: msg`综合`, specialist: msg`专科`, tcm: msg`中医`, rehab: msg`康复`, maternity: msg`妇幼` };
/** A code in words; null where there is none. */
export const wordsOf = (words: Record<string, Words>, code: string | null, i18n: { _: (words: Words) => string }): string | null => (code === null ? null : words[code] === undefined ? code : i18n._(words[code]));
