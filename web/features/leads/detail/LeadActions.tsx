import { ActionIcon, Button, Menu } from '@mantine/core';
import Archive from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import PhoneCall from 'lucide-react/icons/phone-call';
import Merge from 'lucide-react/icons/merge';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { leads } from '#shared/leads.ts';
import type { Lead } from '#shared/lead.ts';
import { useSend } from '#web/api/query.ts';
import { useDeleteLead } from '#web/features/leads/detail/useDeleteLead.ts';
import { CALLED_FROM } from '#web/leads/call-way.ts';
import { FROM_LEAD } from '#web/leads/list-link.ts';
import { messageOf } from '#web/lib/errors.ts';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { showFailure, showSuccess } from '#web/ui/toast.ts';
import { loadable } from '#web/lib/loadable.tsx';

const ConfirmDialog = loadable(async () => (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog);

/** The actions on a lead: edit, log a call, archive, merge, and, with the permission, delete. */
export function LeadActions({ lead, onMerge }: { lead: Lead; onMerge: () => void }) {
  const { search, state } = useLocation();
  const user = useUser();
  const mayDeleteAny = useCan('leads.delete_any');
  const mayDelete = mayDeleteAny || lead.created_by === user.id;
  const [asks, setAsks] = useState(false);
  const remove = useDeleteLead(lead);
  const archive = useArchive(lead);
  return (
    <>
      <Button
        component={Link}
        to={{ pathname: paths.editLead(lead.id), search }}
        state={{ ...(state as object | null), ...FROM_LEAD }}
        variant="default"
        size="xs"
        leftSection={<Pencil size={14} aria-hidden="true" />}
      >
        Edit Lead
      </Button>
      <LogCallButton leadId={lead.id} />
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon variant="default" size={28} aria-label="More actions" title="More actions">
            <Ellipsis size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown aria-label={`Actions for ${lead.name}`}>
          <Menu.Item
            leftSection={
              lead.is_archived ? (
                <ArchiveRestore size={15} aria-hidden="true" />
              ) : (
                <Archive size={15} aria-hidden="true" />
              )
            }
            onClick={archive}
          >
            {lead.is_archived ? 'Bring back from archive' : 'Archive'}
          </Menu.Item>
          <Menu.Item leftSection={<Merge size={15} aria-hidden="true" />} onClick={onMerge}>
            Merge
          </Menu.Item>
          {mayDelete && (
            <Menu.Item
              color="var(--lms-danger)"
              leftSection={<Trash2 size={15} aria-hidden="true" />}
              onClick={() => setAsks(true)}
            >
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asks && (
        <ConfirmDialog
          title="Delete this lead?"
          text={`${lead.name} goes to the trash and can be brought back for 30 days.`}
          confirmLabel="Delete Lead"
          isDangerous
          onCancel={() => setAsks(false)}
          onConfirm={async () => {
            await remove();
            setAsks(false);
          }}
        />
      )}
    </>
  );
}

/** Keeps the list in the address: the list is the queue of calls. */
function LogCallButton({ leadId }: { leadId: string }) {
  const { search } = useLocation();
  if (!useCan('calls.write')) return null;
  return (
    <Button
      component={Link}
      to={{ pathname: paths.logCall(leadId), search }}
      state={CALLED_FROM.lead}
      size="xs"
      leftSection={<PhoneCall size={14} aria-hidden="true" />}
    >
      Log Call
    </Button>
  );
}

/** Archives the lead, or brings it back. */
function useArchive({ id, is_archived }: Lead): () => void {
  const change = useSend(leads.setArchived);
  return () =>
    change.mutate(
      { params: { id }, body: { is_archived: !is_archived } },
      {
        onSuccess: () => showSuccess(is_archived ? 'Lead brought back from the archive' : 'Lead archived'),
        onError: (error) => showFailure(messageOf(error, 'Please try again.'), 'Failed to archive the lead'),
      },
    );
}
