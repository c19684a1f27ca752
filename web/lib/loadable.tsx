import { useEffect, useState } from 'react';
import type { ComponentType, JSX } from 'react';
import { checkOnline, isOnline, whenOnline } from '#web/lib/online.ts';
import { readPreference, writePreference } from '#web/lib/preferences.ts';
import { whenQuiet } from '#web/lib/quiet.ts';

type Part<Props extends object> = ComponentType<Props>;
type Loadable<Props extends object> = ((props: Props) => JSX.Element | null) & {
  load: () => Promise<unknown>;
};

/**
 * Dispatches `missed` when a part could not be opened: offline, or because a newer release no longer has it.
 */
export const missedParts = new EventTarget();

const wasOpenedOffline = typeof document !== 'undefined' && !navigator.onLine;

const RELOADED = 'lms:reloaded';

/**
 * Reloads a page whose code failed to load, because a browser doesn't retry it: for one that has just come back
 * online, and after an update of the server. Returns false for a second failure within half a minute.
 */
function reloadOnce(): boolean {
  const now = Date.now();
  if (now - Number(readPreference(RELOADED, 'tab')) < 30_000) return false;
  writePreference(RELOADED, String(now), 'tab');
  if (readPreference(RELOADED, 'tab') === null) return false;
  location.reload();
  return true;
}

const popups = new Set<() => Promise<unknown>>();

/** Loads the code of all popups that the pages so far can open, one in each quiet moment, so that they open offline as well. */
export async function loadPopups(): Promise<void> {
  for (const load of popups) {
    await whenQuiet();
    await load();
  }
}

/**
 * A component whose code loads when it is first rendered, or earlier by `load`. `Meanwhile` shows until then.
 * `React.lazy` would show its fallback even for loaded code, and React keeps a fallback on the screen for 300
 * ms. Offline, the component waits for a connection. Code that fails to load reloads the page once, and is then
 * left to the page's error boundary; a popup (without `Meanwhile`) just doesn't appear, and the page below stays.
 */
export function loadable<Props extends object>(
  fetch: () => Promise<Part<Props>>,
  Meanwhile?: ComponentType,
): Loadable<Props> {
  let loaded: Part<Props> | undefined;
  let running: Promise<Part<Props>> | undefined;
  const load = () => {
    // A browser doesn't retry code that it failed to load, so without a connection it isn't requested at all,
    // unless the offline worker has opened the page, which then has all of it.
    running ??= (wasOpenedOffline ? Promise.resolve() : whenOnline())
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
      if (!Meanwhile && !isOnline() && !wasOpenedOffline) missedParts.dispatchEvent(new Event('missed'));
      const fail = async (error: unknown) => {
        const isThere = await checkOnline();
        if (!isWanted) return;
        if (!Meanwhile) missedParts.dispatchEvent(new Event('missed'));
        // A page that hasn't rendered yet has nothing that reloading could lose.
        else if (!isThere) {
          await whenOnline();
          if (isWanted) location.reload();
        } else if (!reloadOnce()) setFailure({ error });
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
