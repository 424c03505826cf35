// Instead of `ufo` and `destr`, which ofetch asks for base addresses, queries and answers it should read: ours come whole, and are text or bytes
// (ui/call.ts, ui/live.ts).
const unused = () => {
  throw new Error('ofetch is given whole addresses');
};
export { unused as default, unused as withBase, unused as withQuery };
