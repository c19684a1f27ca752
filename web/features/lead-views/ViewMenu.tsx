import { ActionIcon, Menu } from '@mantine/core';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Ellipsis from 'lucide-react/icons/ellipsis';
import House from 'lucide-react/icons/house';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { leadViews } from '#shared/leads/lead-views.ts';
import type { LeadView } from '#shared/leads/lead-views.ts';
import { useSend } from '#web/api/query.ts';
import type { Views } from '#web/features/lead-views/useLeadViews.ts';
import { useShown } from '#web/lib/hooks/useShown.ts';
import { moved } from '#web/lib/moved.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

type Props = { views: Views; view: LeadView; onEdit: () => void; onDeleted: () => void };

/** The actions on the open view. */
export function ViewMenu({ views: { views, defaultId, clientId }, view, onEdit, onDeleted }: Props) {
  const arrange = useSend(leadViews.arrange);
  const shown = useShown(view.id);
  const [asks, setAsks] = useState(false);
  const ids = views.map(({ id }) => id);
  const place = ids.indexOf(view.id);
  const query = clientId ? { clientId } : {};
  const keep = (order: string[], default_id: string | null, message: string) =>
    void sayOutcome(arrange.mutateAsync({ query, body: { order, default_id } }), {
      done: () => showSuccess(message),
      failed: 'Failed to change the views',
    });
  const move = (step: -1 | 1) => {
    const over = ids[place + step];
    if (over) keep(moved(ids, view.id, over), defaultId, 'View moved');
  };
  const isFirst = defaultId === view.id;
  const icon = { size: 15, 'aria-hidden': true } as const;
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon size={28} aria-label={`Actions for the view ${view.name}`}>
            <Ellipsis size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown aria-label={`Actions for the view ${view.name}`}>
          {view.can_edit && (
            <Menu.Item leftSection={<Pencil {...icon} />} onClick={onEdit}>
              Edit View
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<House {...icon} />}
            onClick={() =>
              keep(
                ids,
                isFirst ? null : view.id,
                isFirst ? 'Default view removed' : 'This is now your default view',
              )
            }
          >
            {isFirst ? 'Remove as Default' : 'Set as Default'}
          </Menu.Item>
          <Menu.Item disabled={place <= 0} leftSection={<ArrowLeft {...icon} />} onClick={() => move(-1)}>
            Move Left
          </Menu.Item>
          <Menu.Item
            disabled={place >= ids.length - 1}
            leftSection={<ArrowRight {...icon} />}
            onClick={() => move(1)}
          >
            Move Right
          </Menu.Item>
          {view.can_edit && (
            <Menu.Item
              color="var(--lms-danger)"
              leftSection={<Trash2 {...icon} />}
              onClick={() => setAsks(true)}
            >
              Delete View
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asks && (
        <DeleteQuestion
          view={view}
          query={query}
          onDeleted={() => shown() === view.id && onDeleted()}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

type QuestionProps = {
  view: LeadView;
  query: { clientId?: string };
  onDeleted: () => void;
  onClose: () => void;
};

function DeleteQuestion({ view, query, onDeleted, onClose }: QuestionProps) {
  const remove = useSend(leadViews.remove);
  return (
    <AskDialog
      title="Delete this view?"
      text={`${view.name} is deleted${view.is_shared ? ' for everyone' : ''}. Its leads stay.`}
      confirmLabel="Delete View"
      isDangerous
      call={() => remove.mutateAsync({ params: { id: view.id }, query })}
      done={() => {
        showSuccess('View deleted');
        onDeleted();
      }}
      failed="Failed to delete the view"
      onClose={onClose}
    />
  );
}
