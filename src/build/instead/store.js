// Instead of `use-sync-external-store/shim`, which is for Reacts that have none.
export { useSyncExternalStore } from 'react';
