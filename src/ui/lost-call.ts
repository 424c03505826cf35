import { CallFailure, DROPPED, STOPPED } from './call.ts';

/** Whether a call failed because whoever should have answered is gone, which another one or the next start may make good. */
export const isLost = (error: unknown): error is CallFailure => error instanceof CallFailure && ![DROPPED, STOPPED].includes(error.code) && [0, 502, 503, 504].includes(error.status);
