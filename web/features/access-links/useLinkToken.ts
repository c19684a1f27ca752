import { useEffect, useState } from 'react';

/**
 * Returns the token of the link that opened this page; '' without one. Reads it from after the `#` and
 * removes it from the address, where the next person at this screen could read it.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  return token;
}

/** Why the token's link no longer works, requested before anything is typed; undefined if it works. */
export function useDeadLink(token: string): string | undefined {
  const [why, setWhy] = useState<string>();
  useEffect(() => {
    if (!token) return;
    import('#web/features/access-links/access-link-calls.ts')
      .then(async ({ whyDead }) => setWhy(await whyDead(token)))
      // Submitting the form shows what is wrong.
      .catch(() => undefined);
  }, [token]);
  return why;
}
