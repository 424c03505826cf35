// Instead of TanStack Virtual's question whether a scroll is an answer to one of its own commands: our lists give it none (ui/list/rows.ts), so that all come from outside.
export const classifyScrollEvent = ({ offset, isScrolling, scrollOffset, pendingWrite }) => (isScrolling && pendingWrite === null && offset === scrollOffset ? 'spurious' : 'external');
const never = () => false;
export { never as externalRetiresCommand, never as flingSpedUp, never as flingCaught };
