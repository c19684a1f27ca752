import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';

/**
 * The place of toasts; a live region from the start, so that screen readers announce each toast. Toasts go when it
 * goes.
 */
export function Toaster() {
  useEffect(() => () => notifications.clean(), []);
  return (
    <Notifications
      position="top-center"
      limit={1}
      autoClose={4000}
      zIndex="var(--lms-z-toast)"
      aria-live="polite"
    />
  );
}
