/** A streaming replica of a private server. */
export interface Standby {
  url: string;
  stop: () => Promise<void>;
  /** SIGKILL to all its processes. */
  kill: () => Promise<void>;
  /** Brings it back on the same port; resolves when it takes connections. */
  start: () => Promise<void>;
  /** All its processes stand still, as behind a line that was cut. */
  freeze: () => void;
  thaw: () => void;
}
export function startStandby(primaryUrl: string): Promise<Standby>;
