/// <reference types="@rsbuild/core/types" />
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
/** The words of the first load alone. */
declare module '*.po?first' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
