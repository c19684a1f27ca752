import { sessionLife } from '#web/lib/session-life.ts';

const DURATION = 4000;

/** One toast at a time, top centre, four seconds; announced politely. */
export function showSuccess(message: string, title?: string): void {
  void show({ message, title, role: 'status', 'data-tone': 'success' });
}

/** As showSuccess, but announced at once. */
export function showFailure(message: string, title?: string): void {
  void show({ message, title, role: 'alert', 'data-tone': 'danger' });
}

type Toast = { message: string; title: string | undefined; role: string; 'data-tone': string };

async function show(toast: Toast): Promise<void> {
  const notifications = await clearedToasts();
  notifications?.show({ ...toast, autoClose: DURATION, closeButtonProps: { 'aria-label': 'Dismiss' } });
}

/**
 * The place for the next toast, with none in it; undefined when the session has ended meanwhile. The library arrives
 * with the Toaster; nobody waits for it on the way to the first page.
 */
export async function clearedToasts() {
  const life = sessionLife();
  const { notifications } = await import('@mantine/notifications');
  if (life.aborted) return undefined;
  notifications.clean();
  return notifications;
}
