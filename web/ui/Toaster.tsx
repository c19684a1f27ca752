import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';

/** Where toasts appear; a live region from the start, so that what comes into it is announced. They go when it goes. */
export function Toaster() {
  useEffect(() => () => notifications.clean(), []);
  return <Notifications position="top-center" limit={1} autoClose={4000} zIndex={600} aria-live="polite" />;
}
