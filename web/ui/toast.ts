import { notifications } from '@mantine/notifications';

const DURATION = 4000;

/** One toast at a time, top centre, four seconds; announced politely. */
export function showSuccess(message: string, title?: string): void {
  show({ message, title, role: 'status', 'data-tone': 'success' });
}

/** As showSuccess, but announced at once. */
export function showFailure(message: string, title?: string): void {
  show({ message, title, role: 'alert', 'data-tone': 'danger' });
}

function show(toast: {
  message: string;
  title: string | undefined;
  role: string;
  'data-tone': string;
}): void {
  notifications.clean();
  notifications.show({ ...toast, autoClose: DURATION, withBorder: true });
}
