// Instead of `@radix-ui/react-dialog`, of which cmdk makes a dialog that is not asked for: the palette stands in the browser's own (ui/palette/shell.tsx).
const unused = () => {
  throw new Error('the palette has a dialog of its own');
};
export { unused as Root, unused as Portal, unused as Overlay, unused as Content };
