import { useLayoutEffect, useSyncExternalStore } from 'react';
import { createStore } from '#web/lib/store.ts';

export type PageTitle = { label: string; description: string };

/** Outside the frame's state, so that only what shows the title is rendered when it changes. */
const shown = createStore<PageTitle | undefined>(undefined);

/** The title set by the page on the screen; undefined if it has that of the navigation. */
export function useShownTitle(): PageTitle | undefined {
  return useSyncExternalStore(shown.subscribe, shown.current);
}

/** Sets the title of heading and tab while the calling page is shown, instead of the navigation's. */
export function usePageTitle(label: string, description: string): void {
  useLayoutEffect(() => {
    shown.set({ label, description });
    return () => shown.set(undefined);
  }, [label, description]);
}
