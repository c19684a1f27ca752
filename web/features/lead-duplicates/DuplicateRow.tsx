import { Button } from '@mantine/core';
import type { DuplicateMatch } from '#shared/leads/lead-duplicates.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/lead-duplicates/DuplicateNotice.module.css';
import { MatchFacts } from '#web/features/lead-duplicates/MatchFacts.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

type Props = {
  match: DuplicateMatch;
  clientId: string | undefined;
  onOpen: () => void;
  onDismiss: () => void;
};

/** A lead with the same email or phone, and the actions on it. */
export function DuplicateRow({ match, clientId, onOpen, onDismiss }: Props) {
  const restore = useSend(leadTrash.restore);
  const bringBack = () =>
    void sayOutcome(restore.mutateAsync({ params: { id: match.id } }), {
      done: () => showSuccess(`${match.name} is back from the trash`),
      failed: 'Failed to restore the lead',
      fallback: '',
    });
  return (
    <li className={classes.match}>
      <MatchFacts match={match} clientId={clientId} />
      <div className={classes.actions}>
        {match.can_restore && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={bringBack}
            loading={restore.isPending}
            aria-label={`Restore ${match.name}`}
          >
            Restore
          </Button>
        )}
        {!match.is_deleted && (
          <Button size="compact-sm" variant="default" onClick={onOpen} aria-label={`Open ${match.name}`}>
            Open
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onDismiss}>
          Create anyway
        </Button>
      </div>
    </li>
  );
}
