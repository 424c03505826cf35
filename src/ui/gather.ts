/** ms: how long what is heard is gathered when all was quiet, and at most while it does not stop. */
export interface Gathering {
  first: number;
  most: number;
}

/**
 * How long to gather before the next batch is asked for: short after a silence, twice as long each time while one batch follows the
 * other. Up to half as long again by chance: all consoles of a house hear a change at the same moment, and must not ask in one breath.
 */
export function gathering({ first, most }: Gathering, now: () => number = () => performance.now(), chance: () => number = Math.random): () => number {
  let wait = first;
  let ends = -Infinity;
  return () => {
    const at = now();
    // a silence as long as the last wait
    wait = at > ends + wait ? first : Math.min(most, wait * 2);
    const drawn = wait * (1 + chance() / 2);
    ends = at + drawn;
    return drawn;
  };
}
