import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inNumbers } from '#shared/values/numbers.ts';
import { users } from '#shared/accounts/users.ts';
import type { OpenWork, User } from '#shared/accounts/users.ts';
import { query } from '#web/api/query.ts';
import { SuccessorSelect } from '#web/features/users/SuccessorSelect.tsx';
import { useDeactivate } from '#web/features/users/useDeactivate.ts';
import own from '#web/features/users/Users.module.css';
import { workInWords } from '#web/features/users/work-in-words.ts';
import classes from '#web/ui/fields/Form.module.css';
import dialog from '#web/ui/dialogs/Dialog.module.css';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { ProgressBar } from '#web/ui/states/ProgressBar.tsx';

/**
 * Asks before a user is deactivated, and asks who takes over the open leads and reminders. For an inactive
 * user only the second question remains.
 */
export function DeactivateDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { isActive } = user;
  const name = `${user.firstName} ${user.lastName}`;
  const open = useQuery({
    ...query(users.openWork, { params: { id: user.id } }),
    staleTime: 0,
    gcTime: 0,
    meta: { isSilent: true },
  });
  const work = open.data?.data;
  const isAsked = work !== undefined && work.leads + work.reminders > 0;
  const [to, setTo] = useState<string | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const { progress, isRunning, run } = useDeactivate(user, onClose);
  const submit = () => {
    setIsChecked(true);
    if (!isAsked) void run(undefined);
    else if (to !== null) void run(to);
  };
  return (
    <Dialog
      title={isActive ? 'Deactivate user?' : 'Hand over open work'}
      size="small"
      onClose={onClose}
      isBusy={isRunning}
    >
      <div className={classes.form}>
        {isActive && (
          <p className={`${classes.wide} ${dialog.description}`}>
            {name} is signed out everywhere at once and cannot sign in until activated again. Their access
            tokens and calendar feeds are deleted for good.
          </p>
        )}
        <div className={`${classes.wide} ${dialog.description}`} aria-live="polite">
          <OpenWorkText name={name} work={work} isError={open.isError} />
        </div>
        {isAsked && (
          <div className={classes.wide}>
            <SuccessorSelect
              leaver={user}
              value={to}
              onChange={setTo}
              error={isChecked && to === null ? 'Please choose who takes over.' : undefined}
              disabled={isRunning}
            />
          </div>
        )}
        {progress && progress.total > 0 && (
          <div className={classes.wide}>
            <ProgressBar
              label="Handing over"
              percent={(100 * progress.done) / progress.total}
              detail={`${inNumbers(progress.done)} of ${inNumbers(progress.total)} leads`}
            />
          </div>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={isRunning} data-autofocus>
            Cancel
          </Button>
          <Button
            {...(isActive && { color: 'var(--lms-danger-solid)' })}
            onClick={submit}
            loading={isRunning}
            disabled={open.isPending || !(isActive || isAsked)}
          >
            {isActive ? 'Deactivate' : 'Hand Over'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type TextProps = { name: string; work: OpenWork | undefined; isError: boolean };

function OpenWorkText({ name, work, isError }: TextProps) {
  // A deactivation may be urgent: a failed count doesn't stop it.
  if (isError) return <p>We couldn’t count the open leads and reminders. They stay with {name}.</p>;
  if (!work) return <p>Counting open leads and reminders...</p>;
  if (work.leads + work.reminders === 0) return <p>{name} has no open leads and no open reminders.</p>;
  return (
    <p>
      {name} has <b className={own.count}>{workInWords(work)}</b>. Won, lost and archived leads stay as they
      are.
    </p>
  );
}
