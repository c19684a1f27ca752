import { useSyncExternalStore } from 'react';

const DARK = '(prefers-color-scheme: dark)';
const ATTRIBUTE = 'data-mantine-color-scheme';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: [ATTRIBUTE] });
  return () => observer.disconnect();
}

/** "Always" and "never" as media features, which can be combined with others. */
const MEDIA = { dark: '(min-width: 0)', light: '(max-width: 0)', system: DARK };

/** The user's colour scheme, if it differs from the system's. */
function chosen(): keyof typeof MEDIA {
  const isDark = document.documentElement.getAttribute(ATTRIBUTE) === 'dark';
  if (isDark === matchMedia(DARK).matches) return 'system';
  return isDark ? 'dark' : 'light';
}

/**
 * A media feature that is true in dark mode, for pictures. At build time no user is known, so it follows the
 * system.
 */
export function useDarkMedia(): string {
  const scheme = useSyncExternalStore<keyof typeof MEDIA>(subscribe, chosen, () => 'system');
  return MEDIA[scheme];
}
