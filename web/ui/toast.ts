import { messageOf } from '#web/lib/errors.ts';
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

/** A failure of a load that nobody has asked for; a message that is being read, or offers Undo, stays instead. */
export function showBackgroundFailure(message: string): void {
  void show({ message, title: undefined, role: 'alert', 'data-tone': 'danger' }, true);
}

type Outcome<Answer> = { done: (answer: Answer) => void; failed: string; fallback?: string };

/**
 * Says how a call ended, also when its row has gone by then: `mutate` drops its callbacks with their component, the
 * promise of `mutateAsync` lasts. `failed` is the title of a failure, `fallback` its text where the server sent none.
 */
export async function sayOutcome<Answer>(
  call: Promise<Answer>,
  { done, failed, fallback = 'Please try again.' }: Outcome<Answer>,
): Promise<void> {
  try {
    done(await call);
  } catch (error) {
    showFailure(messageOf(error, fallback), failed);
  }
}

type Toast = { message: string; title: string | undefined; role: string; 'data-tone': string };

async function show({ title, ...toast }: Toast, yields = false): Promise<void> {
  if (
    yields &&
    (await import('@mantine/notifications')).notificationsStore.getState().notifications.length > 0
  )
    return;
  const notifications = await clearedToasts();
  notifications?.show({
    ...toast,
    // A failure without words of its own would say the same twice.
    title: title === toast.message ? undefined : title,
    autoClose: DURATION,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
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
