import { createContext, useContext, useState } from 'react';
import type { ReactNode } from 'react';
import type { Reminder } from '#shared/activities/reminders.ts';
import { loadable } from '#web/lib/loadable.tsx';

const SnoozeDialog = loadable(
  async () => (await import('#web/leads/follow-ups/SnoozeDialog.tsx')).SnoozeDialog,
);
const RepeatDialog = loadable(
  async () => (await import('#web/leads/follow-ups/RepeatDialog.tsx')).RepeatDialog,
);

type Open = {
  dialog: 'moment' | 'repeat';
  reminder: Reminder;
  timeZone: string;
  onSnooze: (until: Date) => void;
};

const OpenDialog = createContext<(open: Open) => void>(() => undefined);

/** Opens a popup of snoozing over the follow-ups of the screen. */
export const useSnoozeDialogs = () => useContext(OpenDialog);

/** Holds the popups of snoozing for the follow-ups within: a row may move or go while its popup is open. */
export function SnoozeDialogs({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <OpenDialog value={setOpen}>
      {children}
      {open?.dialog === 'moment' && <SnoozeDialog {...open} onClose={close} />}
      {open?.dialog === 'repeat' && <RepeatDialog {...open} onClose={close} />}
    </OpenDialog>
  );
}
