import { useEffect, useState } from 'react';

/** A value once it has stood still for `ms`: what is asked of the server while one types. Values are compared as JSON. */
export function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(JSON.parse(text) as T), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return rested;
}
/** Milliseconds on a row before its record is asked for: whoever runs through a list asks for nothing. */
const STAYS = 200;
/** Whether one has stayed with what is shown; a `key` begins anew. */
export function useStays(): boolean {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), STAYS);
    return () => clearTimeout(timer);
  }, []);
  return stays;
}
