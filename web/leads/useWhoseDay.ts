import { profile } from '#shared/accounts/profile.ts';
import { whoseDayOf } from '#shared/activities/whose-day.ts';
import type { WhoseDay } from '#shared/activities/whose-day.ts';
import { useSend } from '#web/api/query.ts';
import { keepUser } from '#web/session/session-store.ts';
import { useUser } from '#web/session/useSession.ts';
import { sayOutcome } from '#web/ui/states/toast.ts';

/**
 * The choice between the user's own follow-ups and the team's. The server stores it for all of the user's
 * devices.
 */
export function useWhoseDay(): [whose: WhoseDay, choose: (whose: WhoseDay) => void] {
  const user = useUser();
  const save = useSend(profile.update);
  const choose = (whoseDay: WhoseDay) => {
    keepUser({ ...user, whoseDay });
    void sayOutcome(save.mutateAsync({ body: { whoseDay } }), {
      done: () => {},
      failed: 'Failed to save your choice',
    });
  };
  return [whoseDayOf(user), choose];
}
