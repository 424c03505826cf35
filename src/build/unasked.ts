/**
 * Functions of React's renderer for what this console has nothing of: view transitions, lists of suspense, references to fragments, states and
 * transitions of actions and forms, custom elements, stacks of components, compiled components, events of selection and before input, and elements that are
 * hoisted into the head or preload something. Nothing else leads to them; in a build they are empty.
 */
const UNASKED = [
  'getViewTransitionName', 'getViewTransitionClassName', 'trackEnterViewTransitions', 'pushViewTransitionCancelableScope', 'applyViewTransitionToHostInstances', 'applyViewTransitionToHostInstancesRecursive', 'restoreViewTransitionOnHostInstances',
  'commitAppearingPairViewTransitions', 'commitEnterViewTransitions', 'commitDeletedPairViewTransitions', 'commitExitViewTransitions', 'commitNestedViewTransitions', 'restorePairedViewTransitions', 'restoreEnterOrExitViewTransitions', 'restoreNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive', 'measureNestedViewTransitions', 'scheduleViewTransitionEvent', 'applyViewTransitionName', 'restoreViewTransitionName', 'startViewTransition', 'flushAfterMutationEffects', 'reportViewTransitionError', 'ViewTransitionPseudoElement', 'createViewTransitionInstance',
  'pushSuspenseListContext', 'popSuspenseListContext', 'initSuspenseListRenderState', 'updateSuspenseListComponent',
  'FragmentInstance', 'commitNewChildToFragmentInstances', 'commitNewChildToFragmentInstance', 'commitFragmentInstanceInsertionEffects', 'commitFragmentInstanceDeletionEffects', 'deleteChildFromFragmentInstance',
  'describeFiber', 'getComponentNameFromType', 'findCurrentFiberUsingSlowPath', 'scheduleReplayQueueIfNeeded', 'dispatchOptimisticSetState', 'startHostTransition', 'coerceFormActionProp', 'refreshCache', 'insertStylesheet', 'setPropOnCustomElement', 'estimateBandwidth', 'insertStylesheetIntoRoot', 'startTransition', 'ensureFormComponentIsStateful', 'defaultOnDefaultTransitionIndicator', 'useMemoCache', 'getFallbackBeforeInputChars', 'constructSelectEvent', 'cutOffTailIfNeeded', 'attemptExplicitHydrationTarget', 'runActionStateAction',
  'mountActionState', 'updateActionState', 'updateActionStateImpl', 'rerenderActionState',
  'preconnectAs', 'prefetchDNS', 'preconnect', 'preload', 'preloadModule', 'preinitStyle', 'preinitScript', 'preinitModuleScript',
  'isHostHoistableType', 'getResource', 'acquireResource', 'preloadStylesheet', 'adoptPreloadPropsForStylesheet', 'adoptPreloadPropsForScript', 'getHydratableHoistableCache', 'mountHoistable', 'suspendResource', 'createHoistableInstance', 'preloadResource', 'preloadResourceAndSuspendIfNeeded',
] as const;
/** The same of what react-dom gives to whoever asks for it by name. */
const HINTS = ['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule'] as const;
const METHODS = /^FragmentInstance\.prototype\.\w+ = function[\s\S]*?^\};\n/gm;
/** Functions of uPlot for what no picture here has: pointer and cursor, selections, a legend, plots that move together, series and bands that come and go, axes of time, logarithms and asinh, curves and steps, tables that are joined. */
const UNDRAWN = [
  'log10AxisValsFilt', 'log2AxisValsFilt', 'syncRect', 'setSelect', 'setSelH', 'setSelV', 'pub',
  'rangeLog', 'rangeAsinh', 'join', 'sortCols', 'allHeadersSame', 'isAsc', 'fmtDate', 'tzDate', 'timeAxisSplits', 'timeAxisStamps', 'timeAxisVals', 'timeAxisVal', 'timeSeriesStamp', 'timeSeriesVal', 'mkDate', 'legendStroke', 'legendFill',
  'cursorPointShow', 'cursorPointFill', 'cursorPointStroke', 'cursorPointSize', 'cursorMove', 'filtTarg', 'logAxisSplits', 'asinhAxisSplits', 'clipBandLine', 'stepped', 'splineInterp', 'monotoneCubic', 'snapLogY', 'snapAsinhY', 'initLegendRow', 'onMouse', 'offMouse',
  'addSeries', 'delSeries', 'setBand', 'addBand', 'delBand', 'setAlpha', 'setFocus', 'toggleDOM', 'setSeries', 'syncLegend', 'setLegend', 'setLegendValues', 'initCursorPt', 'updateCursor', 'mouseMove', 'cacheMouse', 'hideSelect', 'mouseDown', 'mouseUp', 'mouseLeave', 'dblClick', 'pubSync', 'dataIdx',
] as const;
/** Functions of xstate, by file, for what no machine here has: kept snapshots, routes, states of history and side by side, actors that are begun by an assignment, sent to or looked at in part, events that a machine raises at once or after a time, actions that are gathered or logged; and a machine told as data. */
export const UNHELD = {
  raise: ['persistContext', 'getPersistedSnapshot', 'serializeHistoryValue', 'resolveHistoryDefaultTransition', 'transitionParallelNode', 'formatRouteTransitions', 'select', 'resolveRaise', 'executeRaise'],
  assign: ['createSpawner'],
  log: ['resolveSendTo', 'executeSendTo', 'resolveEnqueueActions', 'resolveLog', 'executeLog'],
  StateMachine: ['restoreSnapshot', 'definition', 'events', 'ownEvents'],
} as const;

/**
 * What TanStack Virtual does where it scrolls by itself, measures its rows, or keeps what is at an end in sight: our lists scroll by their own hand, over rows
 * of one height (ui/list/rows.ts), so that none of its commands is ever under way and nothing is held back.
 */
const UNSCROLLED = [
  'observer', 'shouldMeasureDuringScroll', 'indexFromElement', 'measureElement', 'resizeItem', 'getVirtualItemForOffset', 'getOffsetForAlignment', 'getOffsetForIndex', 'scrollToOffset', 'scrollToIndex', 'scrollBy', 'scrollToEnd', 'takeSnapshot', 'isAtEnd',
  '_stopMomentum', '_retryClampedAdjustment', '_writeAwaitingCommand', '_flushHoldIfReady', '_followOffsetTarget', 'applyScrollAdjustment', 'scheduleScrollReconcile', 'getScrollStateTarget', 'reconcileScroll', '_startScroll', 'isAppendWithTrim',
] as const;

/** Methods of TanStack Query, by file, for what `ui/read.ts` alone asks nothing of: answers that are put in or taken out by hand, endless and changing queries, defaults by key, and what is asked anew because a window has the focus or the network again, which the console tells by itself. */
export const UNQUERIED = {
  queryClient: [
    'mount', 'unmount', 'isMutating', 'getQueryData', 'ensureQueryData', 'getQueriesData', 'setQueryData', 'setQueriesData', 'getQueryState', 'removeQueries', 'resetQueries', 'cancelQueries', 'query', 'fetchQuery', 'prefetchQuery', 'infiniteQuery', 'fetchInfiniteQuery',
    'prefetchInfiniteQuery', 'ensureInfiniteQueryData', 'resumePausedMutations', 'setDefaultOptions', 'setQueryDefaults', 'setMutationDefaults', 'getMutationDefaults', 'defaultMutationOptions',
  ],
  queryObserver: ['fetchOptimistic', 'shouldFetchOnReconnect', 'shouldFetchOnWindowFocus'],
  query: ['onFocus', 'onOnline'],
  queryCache: ['onFocus', 'onOnline', 'find'],
} as const;

/** Functions of uqr for texts of digits or capitals alone: what stands in our picture is an address in small letters (areas/account/qr.tsx). */
const UNDRAWN_AS = ['makeNumeric', 'makeAlphanumeric'] as const;

/** The ways in which a package writes a function, at the margin or one tab from it, and an empty one: declared, a member of its object, a method, what is made at once of such, and a member of what is given out or of a cursor. */
const WRITTEN: readonly ((name: string) => [whole: string, empty: string])[] = [
  (name) => [`(\\t?)function ${name}\\([^)]*\\) \\{\\n[\\s\\S]*?^\\1\\}\\n`, `$1function ${name}() {}\n`],
  (name) => [`    this\\.${name} = \\((?:[^\\n]*|\\w+, \\{\\n[\\s\\S]*?)\\) => \\{\\n[\\s\\S]*?^    \\};\\n`, `    this.${name} = () => {};\n`],
  (name) => [`(  |\\t)(?:async |get )?${name}\\([^\\n]*\\) \\{\\n[\\s\\S]*?^\\1\\}\\n`, `$1${name}() {}\n`],
  (name) => [`    this\\.${name} = /\\* @__PURE__ \\*/ \\(\\(\\) => \\{\\n[\\s\\S]*?^    \\}\\)\\(\\);\\n`, `    this.${name} = { disconnect() {}, observe() {}, unobserve() {} };\n`],
  (name) => [`(exports|\\t\\tcursor)\\.${name} = (?:function )?\\([^\\n]*\\) (?:=> )?\\{\\n[\\s\\S]*?^(?:\\t\\t)?\\};\\n`, `$1.${name} = () => {};\n`],
];
/** A package's code with these functions empty. @throws when it has not all of them: another version, which is to be read first. */
function emptied(code: string, names: readonly string[], from: string): string {
  const left = new Set(names);
  const short = names.reduce((now, name) => {
    for (const [whole, empty] of WRITTEN.map((way) => way(name))) {
      const next = now.replace(new RegExp(`^${whole}`, 'm'), empty);
      if (next !== now) return left.delete(name), next;
    }
    return now;
  }, code);
  if (left.size > 0) throw new Error(`${from} has no ${[...left].join(', ')}: read src/build/unasked.ts again`);
  return short;
}
/** React's renderer without what is not asked of it. @throws Error for another version */
export const withoutUnasked = (code: string): string => emptied(code.replace(METHODS, ''), UNASKED, 'react-dom');
/** What react-dom gives out without hints of what to load. @throws Error for another version */
export const withoutHints = (code: string): string => emptied(code, HINTS, 'react-dom');
/** uPlot without what is not drawn. @throws Error for another version */
export const withoutUndrawn = (code: string): string => emptied(code, UNDRAWN, 'uPlot');
/** One of xstate's files, by how its name begins, without what no machine holds. @throws Error for another version */
export const withoutUnheld = (file: keyof typeof UNHELD, code: string): string => emptied(code, UNHELD[file], 'xstate');
/** TanStack Virtual without what our lists do by themselves. @throws Error for another version */
export const withoutCommands = (code: string): string => emptied(code, UNSCROLLED, 'virtual-core');
/** One of TanStack Query's files without what is not asked of it. @throws Error for another version */
export const withoutQueries = (file: keyof typeof UNQUERIED, code: string): string => emptied(code, UNQUERIED[file], 'query-core');
/** uqr without what is not drawn by it. @throws Error for another version */
export const withoutDigits = (code: string): string => emptied(code, UNDRAWN_AS, 'uqr');
/** cmdk, of which but the parts that are used need to be there. @throws Error for another version */
export function inParts(code: string): string {
  const parts = code.replace('=Object.assign(', '=/* @__PURE__ */Object.assign(');
  if (parts === code || !code.includes('/chunk-NZJY6EH4.mjs"')) throw new Error('cmdk is written otherwise: read src/build/unasked.ts again');
  return parts;
}
