import { messageTemplates } from '#shared/leads/message-templates.ts';
import type { MessageTemplate } from '#shared/leads/message-templates.ts';
import { useSend } from '#web/api/query.ts';
import { moved } from '#web/lib/moved.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

const FAILED = 'Failed to change the templates';

/** Moves and deletes a template in its list. */
export function useTemplateChanges(clientId: string | undefined) {
  const arrange = useSend(messageTemplates.arrange);
  const removal = useSend(messageTemplates.remove);
  const create = useSend(messageTemplates.create);
  const query = clientId ? { clientId } : {};
  const arranged = (order: string[]) => arrange.mutateAsync({ query, body: { order } });
  const move = (rows: readonly MessageTemplate[], { id }: MessageTemplate, step: -1 | 1) => {
    const ids = rows.map((row) => row.id);
    const over = ids[ids.indexOf(id) + step];
    if (over)
      void sayOutcome(arranged(moved(ids, id, over)), {
        done: () => showSuccess('Template moved'),
        failed: FAILED,
      });
  };
  /** Creates a deleted template again, in its old position. */
  const bringBack = async (rows: readonly MessageTemplate[], template: MessageTemplate) => {
    const { id, can_edit: _, ...body } = template;
    const { data } = await create.mutateAsync({ query, body });
    await arranged(rows.map((row) => (row.id === id ? data.id : row.id)));
  };
  const remove = (rows: readonly MessageTemplate[], template: MessageTemplate) =>
    void sayOutcome(removal.mutateAsync({ params: { id: template.id }, query }), {
      done: () =>
        void showUndoable(
          'Template deleted',
          () =>
            void sayOutcome(bringBack(rows, template), {
              done: () => showSuccess('The template is back'),
              failed: FAILED,
            }),
        ),
      failed: FAILED,
    });
  return { move, remove };
}
