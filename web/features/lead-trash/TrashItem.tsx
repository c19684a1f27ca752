import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDate } from '#shared/values/dates.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import type { TrashedLead } from '#shared/leads/lead-trash.ts';
import { installation } from '#web/lib/installation.ts';
import type { Answer } from '#web/api/answer.ts';
import { useSend } from '#web/api/query.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { useCan } from '#web/session/useCan.ts';
import items from '#web/ui/lists/Items.module.css';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

const AskDialog = loadable(
  async () => (await import('#web/ui/dialogs/AskDialog.tsx')).AskDialog<Answer<unknown>>,
);

const DAY = 86_400_000;

/** A lead in the trash: its name, who deleted it, and how long it can be restored. */
export function TrashItem({ lead, timeZone }: { lead: TrashedLead; timeZone: string }) {
  const restore = useSend(leadTrash.restore);
  // The clock is rounded down to the minute, so it can lie before the deletion.
  const left = Math.ceil((Date.parse(lead.purged_at) - useNow()) / DAY);
  const days = Math.min(installation.trashDays, Math.max(0, left));
  const run = () =>
    void sayOutcome(restore.mutateAsync({ params: { id: lead.id } }), {
      done: () => showSuccess(`${lead.name} is back`),
      failed: 'Failed to restore the lead',
    });
  const about = [lead.company_name, lead.email, lead.phone].filter(Boolean).join(' · ');
  return (
    <li className={items.item} data-centred>
      <div className={items.body}>
        <p className={items.name}>{lead.name}</p>
        {about && <p>{about}</p>}
        <p className={items.about}>
          {lead.client_name && `${lead.client_name} · `}
          Deleted {formatDate(lead.deleted_at, lead.client_time_zone ?? timeZone)}
          {lead.deleted_user_name && ` by ${lead.deleted_user_name}`} · {days} {days === 1 ? 'day' : 'days'}{' '}
          left
        </p>
      </div>
      <div className={items.buttons}>
        {lead.can_restore && (
          <Button
            variant="default"
            size="xs"
            loading={restore.isPending}
            aria-label={`Restore ${lead.name}`}
            onClick={run}
          >
            Restore
          </Button>
        )}
        {useCan('leads.erase') && <EraseButton lead={lead} />}
      </div>
    </li>
  );
}

/** Asks, then erases the lead forever. */
function EraseButton({ lead: { id, name } }: { lead: TrashedLead }) {
  const erase = useSend(leadTrash.erase);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="var(--lms-danger)"
        size="xs"
        loading={erase.isPending}
        aria-label={`Erase ${name}`}
        onClick={() => setAsks(true)}
      >
        Erase
      </Button>
      {asks && (
        <AskDialog
          title="Erase forever?"
          text={`${name} is erased with all calls, follow-ups, notes and history. This can’t be undone. Older backups still contain the lead until they are deleted.`}
          confirmLabel="Yes, erase"
          isDangerous
          call={() => erase.mutateAsync({ params: { id } })}
          done={({ message }) => showSuccess(message ?? 'Lead erased forever.')}
          failed="Failed to erase the lead"
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
