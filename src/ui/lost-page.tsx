import { useContext } from 'react';
import { Broken, LostPart } from './boundary.tsx';
import { reloadHere } from './leave.ts';
import { Retry } from './list/retry.tsx';
import control from './style/control.module.css';

/** Stands where a page would whose code did not come: why, and the same key to ask again as everywhere. */
export function LostPage() {
  const { error, onAgain } = useContext(LostPart);
  return <Broken error={error} onAgain={onAgain} button={onAgain === reloadHere ? undefined : <Retry className={`${control.button} ${control.primary}`} again={onAgain} />} />;
}
