import { Notifications } from '@mantine/notifications';

/** Where toasts appear; a live region from the start, so that what comes into it is announced. */
export function Toaster() {
  return <Notifications position="top-center" limit={1} autoClose={4000} zIndex={600} aria-live="polite" />;
}
