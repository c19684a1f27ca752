import { Button } from '@mantine/core';
import { useReducer, useState } from 'react';
import type { NotificationChoices } from '#shared/activities/notifications.ts';
import { profile } from '#shared/accounts/profile.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/notifications/NotificationSettings.module.css';
import { PushSettings } from '#web/features/notifications/PushSettings.tsx';
import { messageOf } from '#web/lib/errors.ts';
import { keepUser } from '#web/session/session-store.ts';
import { useUser } from '#web/session/useSession.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const TEXTS: Record<NotificationPermission, string> = {
  default: 'Get a desktop notification when a follow-up is due and LMS is in the background.',
  granted: 'This browser shows a desktop notification when a follow-up is due.',
  denied: 'Notifications are blocked in this browser. You can allow them in its site settings.',
};

/** Asks the browser for permission to show notifications outside the page, only when a user wants them. */
function DesktopNotices({ onAsked }: { onAsked: () => void }) {
  if (!('Notification' in window)) return null;
  const { permission } = Notification;
  const ask = async () => {
    await Notification.requestPermission();
    onAsked();
  };
  return (
    <div className={classes.desktop}>
      <p className={classes.text}>{TEXTS[permission]}</p>
      {permission === 'default' && (
        <Button variant="default" size="xs" onClick={() => void ask()}>
          Allow desktop notifications
        </Button>
      )}
    </div>
  );
}

const CHOICES: { key: keyof NotificationChoices; name: string; text: string }[] = [
  {
    key: 'email',
    name: 'Email Notifications',
    text: 'Get each follow-up when it’s due, and every morning at 8:00 what is overdue and due that day.',
  },
  {
    key: 'reminders',
    name: 'Reminder Notifications',
    text: 'Follow-ups when they’re due, here, on your desktop and by email.',
  },
  {
    key: 'weekly',
    name: 'Weekly Reports',
    text: 'A summary by email at 8:00 on the week’s first working day: last week’s new leads, calls, follow-ups and wins.',
  },
  {
    key: 'leads',
    name: 'New Leads',
    text: 'An email when a lead is assigned to you. Managers also hear about unassigned leads and leads not contacted in time.',
  },
];

/** The user's notification settings, saved with each click. */
export function NotificationSettings({ timeZone }: { timeZone: string }) {
  const user = useUser();
  const save = useSend(profile.update);
  // A user stored in the browser before an upgrade lacks these until the first response.
  const kept = user.notifications ?? { email: true, reminders: true, weekly: false, leads: false };
  /** The clicked choices until the response arrives. */
  const [clicked, setClicked] = useState<Partial<NotificationChoices>>({});
  const chosen = { ...kept, ...clicked };
  /** The browser's permission, asked for in either part, is no state of the page. */
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  const choose = (key: keyof NotificationChoices, isWanted: boolean) => {
    setClicked({ [key]: isWanted });
    save.mutate(
      { body: { notifications: { [key]: isWanted } } },
      {
        onSuccess: ({ data }) => {
          keepUser(data.user);
          showSuccess('Notifications saved');
        },
        onError: (error) =>
          showFailure(messageOf(error, 'Please try again.'), 'Failed to save the notifications'),
        onSettled: () => setClicked({}),
      },
    );
  };
  return (
    <div className={classes.list}>
      {!user.sendsMail && (
        <p className={classes.note} role="note">
          Email isn’t set up yet, so nothing is sent. Your choices apply once it is.
        </p>
      )}
      {CHOICES.map(({ key, name, text }) => (
        <label key={key} className={classes.choice} htmlFor={`notify-${key}`}>
          <CheckBox
            id={`notify-${key}`}
            checked={chosen[key]}
            disabled={save.isPending}
            aria-describedby={`notify-${key}-text`}
            onChange={(event) => choose(key, event.currentTarget.checked)}
          />
          <span className={classes.name}>{name}</span>
          <span className={classes.text} id={`notify-${key}-text`}>
            {text}
          </span>
        </label>
      ))}
      <DesktopNotices onAsked={lookAgain} />
      <PushSettings timeZone={timeZone} onAsked={lookAgain} />
    </div>
  );
}
