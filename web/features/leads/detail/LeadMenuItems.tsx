import { Menu } from '@mantine/core';
import Archive from 'lucide-react/icons/archive';
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import Merge from 'lucide-react/icons/merge';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { installation } from '#web/lib/installation.ts';
import type { Answer } from '#web/api/answer.ts';
import { useSend } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { useShown } from '#web/lib/hooks/useShown.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { showFailure, showSuccess, sayOutcome } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';
import { useGoToList } from '#web/features/leads/detail/useGoToList.ts';

const AskDialog = loadable(async () => (await import('#web/ui/dialogs/AskDialog.tsx')).AskDialog<Removed>);
type Removed = Answer<DataOf<typeof leads.remove>>;

type LeadMenu = {
  archive: () => void;
  /** Absent for users who cannot delete the lead. */
  askToDelete: (() => void) | undefined;
  /** The open confirmation. Outside the menu, since it stays open after the menu closes. */
  question: ReactNode;
};

/** The rarer actions on a lead: archive and, with the permission, delete after a confirmation. */
export function useLeadMenu(lead: Lead): LeadMenu {
  const user = useUser();
  const mayDeleteAny = useCan('leads.delete_any');
  const mayDelete = mayDeleteAny || lead.created_by === user.id;
  const [asks, setAsks] = useState(false);
  const remove = useDeleteLead(lead);
  const archive = useArchive(lead);
  const question = asks && (
    <AskDialog
      title="Delete this lead?"
      text={`${lead.name} goes to the trash and can be restored for ${installation.trashDays} days.`}
      confirmLabel="Delete Lead"
      isDangerous
      {...remove}
      onClose={() => setAsks(false)}
    />
  );
  return { archive, askToDelete: mayDelete ? () => setAsks(true) : undefined, question };
}

type Props = { lead: Lead; menu: LeadMenu; onMerge: () => void };

/** The menu with these actions and merging. */
export function LeadMenuItems({ lead, menu, onMerge }: Props) {
  const ArchiveIcon = lead.is_archived ? ArchiveRestore : Archive;
  return (
    <Menu.Dropdown aria-label={`Actions for ${lead.name}`}>
      <Menu.Item leftSection={<ArchiveIcon size={15} aria-hidden="true" />} onClick={menu.archive}>
        {lead.is_archived ? 'Restore from archive' : 'Archive'}
      </Menu.Item>
      <Menu.Item leftSection={<Merge size={15} aria-hidden="true" />} onClick={onMerge}>
        Merge
      </Menu.Item>
      {menu.askToDelete && (
        <Menu.Item
          color="var(--lms-danger)"
          leftSection={<Trash2 size={15} aria-hidden="true" />}
          onClick={menu.askToDelete}
        >
          Delete
        </Menu.Item>
      )}
    </Menu.Dropdown>
  );
}

/** Archives or restores the lead. The toast offers an undo. */
function useArchive({ id, is_archived }: Lead): () => void {
  const change = useSend(leads.setArchived);
  const put = (isArchived: boolean) =>
    change.mutateAsync({ params: { id }, body: { is_archived: isArchived } }).then(
      () => true,
      (error: unknown) => {
        showFailure(messageOf(error, 'Please try again.'), 'Failed to archive the lead');
        return false;
      },
    );
  const said = is_archived ? 'Lead restored from the archive' : 'Lead archived';
  return () => {
    const saving = put(!is_archived);
    const undo = async () => {
      if ((await saving) && (await put(is_archived))) showSuccess('Undone');
    };
    void showUndoable(said, () => void undo());
  };
}

/** Moves a lead to the trash, returns to the list from its page, and offers an undo. */
function useDeleteLead({ id, name }: Lead) {
  const goToList = useGoToList();
  const shown = useShown(id);
  // The screen still shows the deleted lead: loading it again would show a failure.
  const removal = useSend(leads.remove, { leaves: true });
  const restoration = useSend(operations.undo);

  const undo = (operationId: string) =>
    void sayOutcome(restoration.mutateAsync({ params: { id: operationId } }), {
      done: () => showSuccess(`${name} is back`),
      failed: 'Failed to restore the lead',
    });
  return {
    call: () => removal.mutateAsync({ params: { id } }),
    done: ({ data }: Removed) => {
      if (shown() === id) goToList();
      void showUndoable('Lead deleted', () => undo(data.operation_id));
    },
    failed: 'Failed to delete the lead',
  };
}
