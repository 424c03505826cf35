// Instead of @tanstack/query-core's pages without end, which no query here has: long lists read their windows (ui/list/window-store.ts).
const unused = () => {
  throw new Error('no endless query');
};
export { unused as infiniteQueryBehavior, unused as hasNextPage, unused as hasPreviousPage };
