// Instead of lucide-react's components: the same picture, without its classes, context and colours, which ui/icon.tsx does not ask for.
import { createElement } from 'react';

/** A component that draws these shapes; `size` in px. */
export const icon = (shapes) => ({ size, ...rest }) =>
  createElement('svg', { xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round', ...rest }, ...shapes.map(([tag, attributes]) => createElement(tag, attributes)));
