import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';

/**
 * The container of toasts. It is a live region from the start, so that screen readers announce each toast.
 * Toasts disappear when it unmounts.
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
