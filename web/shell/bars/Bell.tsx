import { loadable } from '#web/lib/loadable.tsx';

/** The bell. Its code loads after the page's. */
export const Bell = loadable(
  async () => (await import('#web/features/notifications/NotificationBell.tsx')).NotificationBell,
);
