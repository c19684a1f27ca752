import { Suspense, lazy } from 'react';

const Bell = lazy(async () => ({
  default: (await import('#web/features/reminders/OverdueBell.tsx')).OverdueBell,
}));

/** The bell; its code is loaded after the page's. */
export function DueBell({ size }: { size: number }) {
  return (
    <Suspense>
      <Bell size={size} />
    </Suspense>
  );
}
