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
