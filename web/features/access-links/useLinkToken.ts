import { useEffect, useState } from 'react';
import type { CheckedLink } from '#web/features/access-links/access-link-calls.ts';

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

/** The link of the token, checked before anything is typed; empty until then, and if it could not be checked. */
export function useCheckedLink(token: string): CheckedLink {
  const [link, setLink] = useState<CheckedLink>({});
  useEffect(() => {
    if (!token) return;
    import('#web/features/access-links/access-link-calls.ts')
      .then(async ({ checkLink }) => setLink(await checkLink(token)))
      // Submitting the form shows what is wrong.
      .catch(() => undefined);
  }, [token]);
  return link;
}
