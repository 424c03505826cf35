/**
 * Functions of React's renderer for what this console has nothing of: view transitions, lists of suspense, references to fragments, states and
 * transitions of actions and forms, custom elements, stacks of components, compiled components, events of selection and before input, and elements that are
 * hoisted into the head or preload something. Nothing else leads to them; in a build they are empty.
 */
const UNASKED = [
  'getViewTransitionName', 'getViewTransitionClassName', 'trackEnterViewTransitions', 'pushViewTransitionCancelableScope', 'applyViewTransitionToHostInstances', 'applyViewTransitionToHostInstancesRecursive', 'restoreViewTransitionOnHostInstances',
  'commitAppearingPairViewTransitions', 'commitEnterViewTransitions', 'commitDeletedPairViewTransitions', 'commitExitViewTransitions', 'commitNestedViewTransitions', 'restorePairedViewTransitions', 'restoreEnterOrExitViewTransitions', 'restoreNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive', 'measureNestedViewTransitions', 'scheduleViewTransitionEvent', 'applyViewTransitionName', 'restoreViewTransitionName', 'startViewTransition', 'ViewTransitionPseudoElement', 'createViewTransitionInstance',
  'pushSuspenseListContext', 'popSuspenseListContext', 'initSuspenseListRenderState', 'updateSuspenseListComponent',
  'FragmentInstance', 'commitNewChildToFragmentInstances', 'commitNewChildToFragmentInstance', 'commitFragmentInstanceInsertionEffects', 'commitFragmentInstanceDeletionEffects', 'deleteChildFromFragmentInstance',
  'describeFiber', 'getComponentNameFromType', 'findCurrentFiberUsingSlowPath', 'scheduleReplayQueueIfNeeded', 'dispatchOptimisticSetState', 'startHostTransition', 'coerceFormActionProp', 'refreshCache', 'insertStylesheet', 'setPropOnCustomElement', 'estimateBandwidth', 'insertStylesheetIntoRoot', 'startTransition', 'ensureFormComponentIsStateful', 'defaultOnDefaultTransitionIndicator', 'useMemoCache', 'getFallbackBeforeInputChars', 'constructSelectEvent', 'cutOffTailIfNeeded', 'attemptExplicitHydrationTarget', 'runActionStateAction',
  'mountActionState', 'updateActionState', 'updateActionStateImpl', 'rerenderActionState',
  'preconnectAs', 'prefetchDNS', 'preconnect', 'preload', 'preloadModule', 'preinitStyle', 'preinitScript', 'preinitModuleScript',
  'isHostHoistableType', 'getResource', 'acquireResource', 'preloadStylesheet', 'adoptPreloadPropsForStylesheet', 'adoptPreloadPropsForScript', 'getHydratableHoistableCache', 'mountHoistable', 'suspendResource', 'createHoistableInstance', 'preloadResource', 'preloadResourceAndSuspendIfNeeded',
] as const;
const METHODS = /^FragmentInstance\.prototype\.\w+ = function[\s\S]*?^\};\n/gm;
/** Functions of uPlot for what no picture here has: pointer and cursor, selections, a legend, plots that move together, series and bands that come and go, axes of time, logarithms and asinh, curves and steps, tables that are joined. */
const UNDRAWN = [
  'rangeLog', 'rangeAsinh', 'join', 'sortCols', 'allHeadersSame', 'isAsc', 'fmtDate', 'tzDate', 'timeAxisSplits', 'timeAxisStamps', 'timeAxisVals', 'timeAxisVal', 'timeSeriesStamp', 'timeSeriesVal', 'mkDate', 'legendStroke', 'legendFill',
  'cursorPointShow', 'cursorPointFill', 'cursorPointStroke', 'cursorPointSize', 'cursorMove', 'filtTarg', 'logAxisSplits', 'asinhAxisSplits', 'clipBandLine', 'stepped', 'splineInterp', 'monotoneCubic', 'snapLogY', 'snapAsinhY', 'initLegendRow', 'onMouse', 'offMouse',
  'addSeries', 'delSeries', 'setBand', 'addBand', 'delBand', 'setAlpha', 'setFocus', 'toggleDOM', 'setSeries', 'syncLegend', 'setLegend', 'setLegendValues', 'initCursorPt', 'updateCursor', 'mouseMove', 'cacheMouse', 'hideSelect', 'mouseDown', 'mouseUp', 'mouseLeave', 'dblClick', 'pubSync',
] as const;
/** Functions of xstate for what no machine here has: kept snapshots, states of history and side by side, actors that are begun by an assignment. */
const UNHELD = { raise: ['persistContext', 'getPersistedSnapshot', 'serializeHistoryValue', 'resolveHistoryDefaultTransition', 'transitionParallelNode'], assign: ['createSpawner'] } as const;

/** A package's code with these functions empty, at the margin or one tab from it. @throws when it has not all of them: another version, which is to be read first. */
function emptied(code: string, names: readonly string[], from: string): string {
  const left = new Set(names);
  const short = names.reduce((now, name) => now.replace(new RegExp(`^(\\t?)function ${name}\\([^)]*\\) \\{\\n[\\s\\S]*?^\\1\\}\\n`, 'm'), (_, margin: string) => (left.delete(name), `${margin}function ${name}() {}\n`)), code);
  if (left.size > 0) throw new Error(`${from} has no ${[...left].join(', ')}: read src/build/unasked.ts again`);
  return short;
}
/** React's renderer without what is not asked of it. @throws Error for another version */
export const withoutUnasked = (code: string): string => emptied(code.replace(METHODS, ''), UNASKED, 'react-dom');
/** uPlot without what is not drawn. @throws Error for another version */
export const withoutUndrawn = (code: string): string => emptied(code, UNDRAWN, 'uPlot');
/** One of xstate's files, by how its name begins, without what no machine holds. @throws Error for another version */
export const withoutUnheld = (file: keyof typeof UNHELD, code: string): string => emptied(code, UNHELD[file], 'xstate');
