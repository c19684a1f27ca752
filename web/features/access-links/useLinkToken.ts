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

/** Why the link of this token works no more, asked at once, before anything is typed; undefined for one that works. */
export function useDeadLink(token: string): string | undefined {
  const [why, setWhy] = useState<string>();
  useEffect(() => {
    if (!token) return;
    import('#web/features/access-links/access-link-calls.ts')
      .then(async ({ whyDead }) => setWhy(await whyDead(token)))
      // Sending the form says what is wrong.
      .catch(() => undefined);
  }, [token]);
  return why;
}
