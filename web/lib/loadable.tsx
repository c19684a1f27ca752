import { lazy, useState } from 'react';
import type { ComponentType, JSX } from 'react';

type Module<Props extends object> = { default: ComponentType<Props> };
type Loadable<Props extends object> = ((props: Props) => JSX.Element) & { load: () => Promise<unknown> };

/**
 * Like `lazy`, but draws at once when `load` has fetched the part already: `lazy` would show the fallback even then,
 * and React keeps a fallback for 300 ms.
 */
export function loadable<Props extends object>(fetch: () => Promise<Module<Props>>): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  let running: Promise<Module<Props>> | undefined;
  const load = () => {
    running ??= fetch().then(
      (module) => {
        loaded = module.default;
        return module;
      },
      (error: unknown) => {
        // The next attempt asks the server again.
        running = undefined;
        throw error;
      },
    );
    return running;
  };
  const Lazy = lazy(load);
  function Page(props: Props) {
    // Kept for this place: a change of component would reset its state.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? (Lazy as unknown as ComponentType<Props>));
    return <Part {...props} />;
  }
  return Object.assign(Page, { load });
}
