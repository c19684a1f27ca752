import { messageOf } from '#web/lib/errors.ts';
import { isOnline, orOffline } from '#web/lib/online.ts';
import { sessionLife } from '#web/lib/session-life.ts';

const DURATION = 4000;

/** One toast at a time, at the top centre, for four seconds, announced politely. */
export function showSuccess(message: string, title?: string): void {
  void show({ message, title, role: 'status', 'data-tone': 'success' });
}

/** Like showSuccess, but announced at once. */
export function showFailure(message: string, title?: string): void {
  void show({ message, title, role: 'alert', 'data-tone': 'danger' });
}

/** Says what is running, until the next toast says how it ended. */
export function showRunning(message: string): void {
  void show({ message, title: undefined, role: 'status', 'data-tone': 'success', loading: true });
}

/**
 * A failure of a load that the user didn't start. A message that is being read, or offers Undo, stays
 * instead.
 */
export function showBackgroundFailure(message: string): void {
  void show({ message, title: undefined, role: 'alert', 'data-tone': 'danger' }, true);
}

type Outcome<Answer> = { done: (answer: Answer) => void; failed: string; fallback?: string };

/**
 * Reports how a call ended, even when its row has disappeared by then: `mutate` drops its callbacks with
 * their component, the promise of `mutateAsync` persists. `failed` is the title of a failure, `fallback` its
 * text when the server sent none.
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

/**
 * Resolves to whether a dialog may close: not after a refusal, but while its change waits for a connection,
 * which is said. A change that was sent just before the connection was lost only waits if it is an act.
 */
export async function mayClose(isDone: Promise<boolean>, { isAct = false } = {}): Promise<boolean> {
  const outcome = await (isAct || !isOnline() ? orOffline(isDone) : isDone);
  if (outcome === undefined) showSuccess('Will be sent when you’re back online');
  return outcome ?? true;
}

type Toast = {
  message: string;
  title: string | undefined;
  role: string;
  'data-tone': string;
  loading?: true;
};

async function show({ title, ...toast }: Toast, yields = false): Promise<void> {
  if (
    yields &&
    (await import('@mantine/notifications')).notificationsStore.getState().notifications.length > 0
  )
    return;
  const notifications = await clearedToasts();
  notifications?.show({
    ...toast,
    // A failure without its own message would say the same thing twice.
    title: title === toast.message ? undefined : title,
    autoClose: toast.loading ? false : DURATION,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}

/**
 * Returns the container for the next toast, cleared; undefined when the session has ended meanwhile. The
 * library loads with the Toaster, so the first page doesn't wait for it.
 */
export async function clearedToasts() {
  const life = sessionLife();
  const { notifications } = await import('@mantine/notifications');
  if (life.aborted) return undefined;
  notifications.clean();
  return notifications;
}
