/// <reference types="@rsbuild/core/types" />
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
/** Parts of the words (src/build/lingui.ts). */
declare module '*.po?first' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?list' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?rest' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
