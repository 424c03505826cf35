// Instead of `@radix-ui/react-slot`, by which a primitive of cmdk would lend what it is to its child: none here is asked to.
const unused = () => {
  throw new Error('no primitive here lends itself to its child');
};
export const createSlot = () => unused;
