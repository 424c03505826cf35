import { may } from '../kernel/access.ts';
import type { Endpoint, Reply } from '../kernel/endpoint.ts';
import { useLive } from './live.ts';
import { useViewer } from './session.ts';

interface Told<E extends Endpoint> {
  hear: (message: Reply<E>) => void;
}
const Stream = <E extends Endpoint>({ of, hear }: Told<E> & { of: E }): null => (useLive(of, hear), null);

/** Hears these streams while the page is shown, as far as one may. */
export function Changes<E extends Endpoint>({ of, hear }: Told<E> & { of: readonly E[] }) {
  const viewer = useViewer();
  return viewer === null ? null : of.filter(({ may: code }) => code === 'open' || code === 'signed-in' || may(viewer, code)).map((each) => <Stream key={each.path} of={each} hear={hear} />);
}
