import { flushSync } from 'react-dom';
import { createActor } from 'xstate';
import { paletteMachine } from '../../../machines/palette.ts';
import { onSignedOut } from '../session.ts';
import { forgetLabour } from './labour.ts';
import { forgetFigures } from './meter.ts';

/** The one palette of this page. */
export const palette = createActor(paletteMachine).start();
onSignedOut(() => {
  palette.send({ type: 'close' });
  forgetFigures();
  forgetLabour();
});

/** Opens the palette; its input has the focus when this returns, so the very next key is typed into it. */
export const openPalette = (): void => flushSync(() => palette.send({ type: 'open' }));
