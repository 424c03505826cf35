let lost = 0;
/** How much of what was said could not be written so far. */
export const lostLines = (): number => lost;

/**
 * Lets what cannot be written to standard output or error be lost, and whoever says it go on: a full disk, or a reader of the log that has
 * gone, ends no server, and no command in the middle of its work. A file that lacks something is no success, and is told once.
 */
export function loseLines(): void {
  let told = false;
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    lost += 1;
    // `head` has read enough
    if (code === 'EPIPE') return;
    process.exitCode = 1;
    if (!told) console.error(`标准输出写不进去。Standard output cannot be written: ${code}`);
    told = true;
  });
  process.stderr.on('error', () => void (lost += 1));
}
