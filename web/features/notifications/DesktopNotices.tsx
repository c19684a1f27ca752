import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from '#web/features/notifications/NotificationSettings.module.css';

const TEXTS: Record<NotificationPermission, string> = {
  default: 'A note on your desktop when a follow-up is due and LMS is in the background.',
  granted: 'This browser shows a note on your desktop when a follow-up is due.',
  denied:
    'This browser does not let LMS show notes on your desktop. You can change that in its site settings.',
};

/** Asks the browser, only when a user wants it, whether it may show notes outside the page. */
export function DesktopNotices() {
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : undefined,
  );
  if (!permission) return null;
  const ask = async () => setPermission(await Notification.requestPermission());
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
