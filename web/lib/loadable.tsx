import { useEffect, useState } from 'react';
import type { ComponentType, JSX } from 'react';

type Part<Props extends object> = ComponentType<Props>;
type Loadable<Props extends object> = ((props: Props) => JSX.Element | null) & {
  load: () => Promise<unknown>;
};

/**
 * A component whose code is fetched when the component is first drawn, or earlier by `load`. `Meanwhile` stands in its
 * place until then. `React.lazy` would show its fallback even for code that is there, and React keeps a fallback on the
 * screen for 300 ms. Code that cannot be fetched is an error for the boundary around the component.
 */
export function loadable<Props extends object>(
  fetch: () => Promise<Part<Props>>,
  Meanwhile?: ComponentType,
): Loadable<Props> {
  let loaded: Part<Props> | undefined;
  let running: Promise<Part<Props>> | undefined;
  const load = () => {
    running ??= fetch().then(
      (part) => (loaded = part),
      (error: unknown) => {
        // The next attempt asks the server again.
        running = undefined;
        throw error;
      },
    );
    return running;
  };
  function Place(props: Props) {
    const [Ready, setReady] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (!Ready)
        load().then(
          (part) => setReady(() => part),
          (error: unknown) => setFailure({ error }),
        );
    }, [Ready]);
    if (failure) throw failure.error;
    if (Ready) return <Ready {...props} />;
    return Meanwhile ? <Meanwhile /> : null;
  }
  return Object.assign(Place, { load });
}
