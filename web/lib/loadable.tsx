import { useEffect, useState } from 'react';
import type { ComponentType, JSX } from 'react';
import { checkOnline, isOnline, whenOnline } from '#web/lib/online.ts';

type Part<Props extends object> = ComponentType<Props>;
type Loadable<Props extends object> = ((props: Props) => JSX.Element | null) & {
  load: () => Promise<unknown>;
};

/** Hears `missed` when a part could not be opened: for want of a connection, or of the part in a newer release. */
export const parts = new EventTarget();

const popups = new Set<() => Promise<unknown>>();

/** Fetches the code of all popups that the pages so far may open, so that they open without a connection too. */
export async function loadPopups(): Promise<void> {
  for (const load of popups) await load();
}

/**
 * A component whose code is fetched when the component is first drawn, or earlier by `load`. `Meanwhile` stands in its
 * place until then. `React.lazy` would show its fallback even for code that is there, and React keeps a fallback on the
 * screen for 300 ms. Without a connection the component waits for one. Code that cannot be fetched all the same is for
 * the boundary around a page; a popup (without `Meanwhile`) does not appear, and leaves the page below it alone.
 */
export function loadable<Props extends object>(
  fetch: () => Promise<Part<Props>>,
  Meanwhile?: ComponentType,
): Loadable<Props> {
  let loaded: Part<Props> | undefined;
  let running: Promise<Part<Props>> | undefined;
  const load = () => {
    // A browser does not ask twice for code that it failed to fetch: without a connection it is not asked at all.
    running ??= whenOnline()
      .then(fetch)
      .then((part) => (loaded = part));
    return running;
  };
  if (!Meanwhile) popups.add(load);
  function Place(props: Props) {
    const [Ready, setReady] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (Ready) return undefined;
      let isWanted = true;
      if (!Meanwhile && !isOnline()) parts.dispatchEvent(new Event('missed'));
      const fail = async (error: unknown) => {
        const isThere = await checkOnline();
        if (!isWanted) return;
        if (!Meanwhile) parts.dispatchEvent(new Event('missed'));
        else if (isThere) setFailure({ error });
        // A page that is not there yet holds nothing that reloading could lose.
        else void whenOnline().then(() => isWanted && location.reload());
      };
      load().then((part) => setReady(() => part), fail);
      return () => {
        isWanted = false;
      };
    }, [Ready]);
    if (failure) throw failure.error;
    if (Ready) return <Ready {...props} />;
    return Meanwhile ? <Meanwhile /> : null;
  }
  return Object.assign(Place, { load });
}
