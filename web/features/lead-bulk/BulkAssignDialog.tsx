import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { counted } from '#shared/values/numbers.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/lead-bulk/BulkDialog.module.css';
import { BulkProgressBar } from '#web/features/lead-bulk/BulkProgressBar.tsx';
import type { BulkTarget } from '#web/features/lead-bulk/bulk-target.ts';
import { useBulk } from '#web/features/lead-bulk/useBulk.ts';
import type { BulkProblems } from '#web/features/lead-bulk/useBulk.ts';
import { messageOf, statusOf } from '#web/lib/errors.ts';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';

type Props = {
  target: BulkTarget;
  onClose: () => void;
  onDone: (problems: BulkProblems | undefined) => void;
};

const BY_RULES = { value: 'rules', label: 'Assign by rules' };

/** Assigns leads to one person, or the unassigned ones by the rules, whose dry run it shows. */
export function BulkAssignDialog({ target, onClose, onDone }: Props) {
  const { progress, run } = useBulk(onDone);
  const [to, setTo] = useState<string>(BY_RULES.value);
  const preview = useSend(leadBulk.previewAssign);
  const { ids, matching } = target;
  useEffect(() => {
    preview.mutate({ body: matching ? { matching } : { lead_ids: [...ids] } });
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- once, when the dialog opens
  const byRules = to === BY_RULES.value;
  const given = preview.data?.data;
  // More leads than can be assigned at once, to anybody.
  const isRefused = statusOf(preview.error) === 422;
  const { role, leadVisibility } = useUser();
  const isTeam = role.name === 'manager' && leadVisibility === 'team';
  const isBusy = progress !== undefined;
  const what = target.isOne ? '1 lead' : `${target.count} leads`;
  return (
    <Dialog title={`Assign ${what}`} size="small" onClose={onClose} isBusy={isBusy}>
      <UserSelect
        label="To"
        clientId={target.clientId}
        isTeam={isTeam}
        before={[BY_RULES]}
        value={to}
        onChange={(chosen) => setTo(chosen ?? BY_RULES.value)}
        disabled={isBusy}
        data-autofocus
      />
      {(byRules || isRefused) && (
        <div className={classes.text} role="status">
          {preview.isError && messageOf(preview.error, 'The dry run failed. Please try again.')}
          {given && given.people.length > 0 && (
            <ul aria-label="Who gets how many">
              {given.people.map(({ id, name, leads }) => (
                <li key={id}>
                  {name}: {counted(leads, 'lead')}
                </li>
              ))}
            </ul>
          )}
          {given &&
            given.left > 0 &&
            `${counted(given.left, 'lead')} ${given.left === 1 ? 'stays' : 'stay'} unchanged. ${given.reason ?? ''}`}
        </div>
      )}
      {progress && <BulkProgressBar label="Assigning leads" progress={progress} />}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button
          loading={isBusy}
          disabled={isRefused || (byRules && !given?.people.length)}
          onClick={() => void run(target, { assignTo: byRules ? null : to })}
        >
          Assign {target.isOne ? '1 Lead' : `${target.count} Leads`}
        </Button>
      </div>
    </Dialog>
  );
}
