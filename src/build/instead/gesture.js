// Instead of TanStack Virtual's watch over a finger on iOS, which holds its own writes back while that one moves: our lists ask it for none (ui/list/rows.ts).
export class IosGesture {
  inMotion() {}
  dragging() {}
  tail() {}
  onScroll() {}
  end() {}
  listen() {
    return this.end;
  }
}
export const isIOSWebKit = () => false;
export { isIOSWebKit as momentumOverridesWrites, isIOSWebKit as _resetIOSDetectionForTests };
