import { loadable } from '#web/lib/loadable.tsx';

/** The bell; its code is loaded after the page's. */
export const Bell = loadable(
  async () => (await import('#web/features/notifications/NotificationBell.tsx')).NotificationBell,
);
