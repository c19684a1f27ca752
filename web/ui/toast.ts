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

/** The library arrives with the Toaster; nobody waits for it on the way to the first page. */
async function show(toast: Toast): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.clean();
  notifications.show({ ...toast, autoClose: DURATION, closeButtonProps: { 'aria-label': 'Dismiss' } });
}
