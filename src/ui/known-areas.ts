import { createContext } from 'react';
import type { Area } from '../kernel/area.ts';

/** Every area of the console, for the page that says where else one may go. */
export const KnownAreas = createContext<readonly Area[]>([]);
