/** A value outside React, followed by components through `useSyncExternalStore`. */
export type Store<T> = {
  subscribe: (listener: () => void) => () => void;
  current: () => T;
  set: (value: T) => void;
};

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}
