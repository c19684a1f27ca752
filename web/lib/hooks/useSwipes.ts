import { useEffect } from 'react';

/** Lets the rows of the page be swiped on a touch screen. */
export function useSwipes(): void {
  useEffect(() => {
    const page = document.getElementById('content');
    if (!page || !matchMedia('(pointer: coarse)').matches) return undefined;
    const life = new AbortController();
    void import('#web/lib/swipe.ts').then(
      ({ followSwipes }) => life.signal.aborted || followSwipes(page, life.signal),
      // Without a connection the buttons remain.
      () => undefined,
    );
    return () => life.abort();
  }, []);
}
