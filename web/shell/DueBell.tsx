import { loadable } from '#web/lib/loadable.tsx';

/** The bell; its code is loaded after the page's. */
export const DueBell = loadable(
  async () => (await import('#web/features/reminders/OverdueBell.tsx')).OverdueBell,
);
