import { useEffect, useState } from 'react';
import { useFormat } from './format.ts';
import { currentMode, useSetting } from './setting.ts';
import { readSeen } from './setting-account.ts';
import { settingMemory } from './setting-source.ts';
import { hangMark } from './watermark-mark.ts';

/** Hospitals that are named; of more there is their number. */
const NAMED = 2;
const MINUTE = 60_000;
const SYSTEM_DARK = '(prefers-color-scheme: dark)';
const FORCED = '(forced-colors: active)';

/** The time to the minute, and how often one may ask for what did not come. */
function useMinute(): number {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / MINUTE));
  useEffect(() => {
    const timer = setTimeout(() => setMinute(Math.floor(Date.now() / MINUTE)), MINUTE - (Date.now() % MINUTE));
    return () => clearTimeout(timer);
  }, [minute]);
  return minute;
}
/** Names of the hospitals that this person is bound to, once they are here. */
function useHospitals(person: string, minute: number): readonly string[] {
  const [known, setKnown] = useState<{ of: string; names: readonly string[] } | null>(null);
  const here = known?.of === person;
  useEffect(() => {
    if (here) return;
    let gone = false;
    // without an answer the next minute asks again
    void settingMemory()?.hospitals().then((names) => !gone && setKnown({ of: person, names }), () => {});
    return () => {
      gone = true;
    };
  }, [person, here, minute]);
  return here ? known.names : [];
}

/** The person's text or name, the time and the hospital over the whole screen (spec sections 3 and 9): a picture that nothing can touch, focus or read aloud. */
export default function Watermark({ name, person }: { name: string; person: string }) {
  const format = useFormat();
  const own = useSetting('watermarkText').trim();
  // of a change of theme one has to hear, to see which is drawn
  useSetting('theme');
  const minute = useMinute();
  const hospitals = useHospitals(person, minute);
  const [, setTurned] = useState(0);
  useEffect(() => {
    // `auto` turns with the system, colours of the system's own choice are its alone, and paper is white
    const queries = [SYSTEM_DARK, FORCED, 'print'].map((query) => matchMedia(query));
    const turn = (): void => setTurned((n) => n + 1);
    for (const query of queries) query.addEventListener('change', turn);
    return () => queries.forEach((query) => query.removeEventListener('change', turn));
  }, []);
  const dark = !matchMedia('print').matches && (matchMedia(FORCED).matches ? matchMedia(SYSTEM_DARK).matches : currentMode() === 'dark');
  const place = hospitals.length > NAMED ? `${hospitals.slice(0, NAMED).join(' · ')} +${hospitals.length - NAMED}` : hospitals.join(' · ');
  // until this account has answered, the text is that of who was here before
  const lines = [(readSeen()?.of === person && own) || name, format.instant(new Date(minute * MINUTE).toISOString()), place].filter((line) => line !== '').join('\n');
  useEffect(() => hangMark(lines, dark), [lines, dark]);
  return null;
}
