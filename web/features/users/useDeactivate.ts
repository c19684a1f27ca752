import { useState } from 'react';
import { users } from '#shared/accounts/users.ts';
import type { OpenWork, User } from '#shared/accounts/users.ts';
import { runJob } from '#web/api/job.ts';
import type { JobProgress } from '#web/api/job.ts';
import { useReadAgain } from '#web/api/query.ts';
import { NOBODY, STAYS } from '#web/features/users/SuccessorSelect.tsx';
import { workInWords } from '#web/features/users/work-in-words.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

/** Deactivates a user, showing progress while open work goes to a successor (undefined: the work stays). */
export function useDeactivate(user: User, onDone: () => void) {
  const [progress, setProgress] = useState<JobProgress>();
  const [isRunning, setIsRunning] = useState(false);
  const readAgain = useReadAgain(users.setActive);
  const run = async (to: string | undefined) => {
    const params = { id: user.id };
    setIsRunning(true);
    try {
      const reassign = to === undefined || to === STAYS ? {} : { reassignTo: to === NOBODY ? null : to };
      const { reassigned } = await runJob(
        users.setActive,
        { params, body: { isActive: false, ...reassign } },
        setProgress,
      );
      showSuccess(doneText(user, reassigned));
      onDone();
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), 'Failed to update user');
    }
    setIsRunning(false);
    setProgress(undefined);
    await readAgain();
  };
  return { progress, isRunning, run };
}

function doneText({ firstName, lastName, isActive }: User, reassigned: OpenWork | undefined): string {
  const moved = reassigned && workInWords(reassigned);
  return [
    ...(isActive ? [`${firstName} ${lastName} deactivated`] : []),
    ...(moved ? [`Handed over: ${moved}`] : []),
  ].join('. ');
}
