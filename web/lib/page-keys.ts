import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/store.ts';

/** A key of a page, for display and for matching key presses. */
export type PageKey = {
  /**
   * In the notation of `aria-keyshortcuts`: `J`, `Shift+N`, `Control+Enter`, `?`. Control includes the
   * Command key of a Mac.
   */
  keys: string;
  /** The action, for the list of keys: `Next lead`. */
  does: string;
  run: () => void;
  /** Works in text fields as well, where other keys type characters. */
  inFields?: true;
};

const TYPING =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]';

const all = createStore<ReadonlyMap<string, readonly PageKey[]>>(new Map());

function change(id: string, keys: readonly PageKey[] | undefined): void {
  const next = new Map(all.current());
  if (keys) next.set(id, keys);
  else next.delete(id);
  all.set(next);
}

/** The keys of everything on the screen; the page's own come before the global ones. */
export function usePageKeyList(): readonly PageKey[] {
  const keys = useSyncExternalStore(all.subscribe, all.current);
  return [...keys.values()].toReversed().flat();
}

/**
 * Registers keys that work while this component is on the screen and no dialog is open. The keys may not
 * change between renders; their actions may.
 */
export function usePageKeys(keys: readonly PageKey[]): void {
  const id = useId();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const names = keys.map((key) => key.keys).join(' ');
  useEffect(() => {
    change(id, latest.current);
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('[role="dialog"]')) return;
      const key = latest.current.find((one) => isPressed(one.keys, event));
      if (!key || (!key.inFields && isTyping(event))) return;
      event.preventDefault();
      key.run();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      change(id, undefined);
    };
  }, [id, names]);
}

const isTyping = ({ target }: KeyboardEvent) => (target as HTMLElement | null)?.closest(TYPING) != null;

function isPressed(keys: string, event: KeyboardEvent): boolean {
  const [key = ''] = keys.split('+').slice(-1);
  const wantsControl = keys.startsWith('Control+');
  if (event.altKey || (event.ctrlKey || event.metaKey) !== wantsControl) return false;
  // Characters like `?` need Shift on some keyboards and not on others.
  if (/^[A-Z]$/.test(key) && event.shiftKey !== keys.startsWith('Shift+')) return false;
  return event.key.toUpperCase() === key.toUpperCase();
}
