import { useLayoutEffect, useSyncExternalStore } from 'react';

export type PageTitle = { label: string; description: string };

/** A store instead of state around the page: only what shows the title is rendered when it changes. */
let shown: PageTitle | undefined;
const followers = new Set<() => void>();

function show(title: PageTitle | undefined): void {
  shown = title;
  followers.forEach((follower) => follower());
}

/** The title set by the page on the screen; undefined if it has that of the navigation. */
export function useShownTitle(): PageTitle | undefined {
  return useSyncExternalStore(
    (follower) => {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    () => shown,
  );
}

/** Sets the title of heading and tab while the calling page is shown, instead of the navigation's. */
export function usePageTitle(label: string, description: string): void {
  useLayoutEffect(() => {
    show({ label, description });
    return () => show(undefined);
  }, [label, description]);
}
