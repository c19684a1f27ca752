import { useEffect, useState } from 'react';

/**
 * The token of the link this page was opened with, read from behind the `#` and taken out of the address, where the next
 * person at this screen could read it; '' without one.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  return token;
}
