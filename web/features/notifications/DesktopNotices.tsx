import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from '#web/features/notifications/NotificationSettings.module.css';

const TEXTS: Record<NotificationPermission, string> = {
  default: 'Get a desktop notification when a follow-up is due and LMS is in the background.',
  granted: 'This browser shows a desktop notification when a follow-up is due.',
  denied: 'Desktop notifications are blocked in this browser. You can allow them in its site settings.',
};

/** Asks the browser for permission to show notifications outside the page, only when a user wants them. */
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
