import type { Reminder } from '#shared/activities/reminders.ts';
import { useUser } from '#web/session/useSession.ts';

/** `For Asha Joshi` when the user handles a follow-up for somebody else; undefined for the user's own. */
export function useForWhom({
  user_id,
  user_name,
}: Pick<Reminder, 'user_id' | 'user_name'>): string | undefined {
  const { id } = useUser();
  return user_id !== null && user_id !== id && user_name ? `For ${user_name}` : undefined;
}
