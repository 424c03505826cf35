// Instead of @tanstack/query-core's cache of mutations, which its client makes and nobody asks for: what is written goes by ui/call.ts.
export class MutationCache {
  findAll() {
    return [];
  }
  resumePausedMutations() {
    return Promise.resolve();
  }
  clear() {}
}
