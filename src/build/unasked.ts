/**
 * Functions of React's renderer for what this console has nothing of: view transitions, lists of suspense, references to fragments, states of
 * actions, and elements that are hoisted into the head or preload something. Nothing else leads to them; in a build they are empty.
 */
const UNASKED = [
  'getViewTransitionName', 'getViewTransitionClassName', 'trackEnterViewTransitions', 'pushViewTransitionCancelableScope', 'applyViewTransitionToHostInstances', 'applyViewTransitionToHostInstancesRecursive', 'restoreViewTransitionOnHostInstances',
  'commitAppearingPairViewTransitions', 'commitEnterViewTransitions', 'commitDeletedPairViewTransitions', 'commitExitViewTransitions', 'commitNestedViewTransitions', 'restorePairedViewTransitions', 'restoreEnterOrExitViewTransitions', 'restoreNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive', 'measureNestedViewTransitions', 'scheduleViewTransitionEvent', 'applyViewTransitionName', 'restoreViewTransitionName', 'startViewTransition', 'ViewTransitionPseudoElement', 'createViewTransitionInstance',
  'pushSuspenseListContext', 'popSuspenseListContext', 'initSuspenseListRenderState', 'updateSuspenseListComponent',
  'FragmentInstance', 'commitNewChildToFragmentInstances', 'commitNewChildToFragmentInstance', 'commitFragmentInstanceInsertionEffects', 'commitFragmentInstanceDeletionEffects', 'deleteChildFromFragmentInstance',
  'mountActionState', 'updateActionState', 'updateActionStateImpl', 'rerenderActionState',
  'preconnectAs', 'prefetchDNS', 'preconnect', 'preload', 'preloadModule', 'preinitStyle', 'preinitScript', 'preinitModuleScript',
  'isHostHoistableType', 'getResource', 'acquireResource', 'preloadStylesheet', 'adoptPreloadPropsForStylesheet', 'adoptPreloadPropsForScript', 'getHydratableHoistableCache', 'mountHoistable', 'suspendResource', 'createHoistableInstance', 'preloadResource', 'preloadResourceAndSuspendIfNeeded',
] as const;
const METHODS = /^FragmentInstance\.prototype\.\w+ = function[\s\S]*?^\};\n/gm;

/** The renderer without them. @throws when it has not all of them: another version, which is to be read first. */
export function withoutUnasked(code: string): string {
  const left = new Set<string>(UNASKED);
  const short = code.replace(METHODS, '').replace(/^function ([\w$]+)\([^)]*\) \{\n[\s\S]*?^\}\n/gm, (whole, name: string) => (left.delete(name) ? `function ${name}() {}\n` : whole));
  if (left.size > 0) throw new Error(`react-dom has no ${[...left].join(', ')}: read src/build/unasked.ts again`);
  return short;
}
