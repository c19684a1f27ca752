import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { InputOf } from '#shared/protocol/endpoint.ts';
import { MAX_VIEW_NAME, NO_NAME, leadViews } from '#shared/leads/lead-views.ts';
import type { LeadView } from '#shared/leads/lead-views.ts';
import { useSend } from '#web/api/query.ts';
import { useCan } from '#web/session/useCan.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { ShareBox } from '#web/ui/fields/ShareBox.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

type Props = {
  /** The view to rename; absent for a new one. */
  view: LeadView | undefined;
  clientId: string | undefined;
  saved: Omit<InputOf<typeof leadViews.create>['body'], 'name' | 'is_shared'>;
  onSaved: (id: string) => void;
  onClose: () => void;
};

/** The name of a view, and whether everybody in the company sees it. */
export function ViewDialog({ view, clientId, saved, onSaved, onClose }: Props) {
  const mayShare = useCan('leads.share_views');
  const create = useSend(leadViews.create);
  const update = useSend(leadViews.update);
  const form = useForm({
    initialValues: { name: view?.name ?? '', isShared: view?.is_shared ?? false },
    validate: { name: (name) => (name.trim() === '' ? NO_NAME : null) },
  });
  const call = useFormCall(form, {
    send: async ({ name, isShared }) => {
      const query = clientId ? { clientId } : {};
      const body = { name: name.trim(), ...(mayShare && { is_shared: isShared }) };
      return view
        ? await update.mutateAsync({ params: { id: view.id }, query, body })
        : await create.mutateAsync({ query, body: { ...saved, ...body } });
    },
    done: (answer) => {
      showSuccess('View saved');
      if (answer) onSaved(answer.data.id);
    },
    failed: 'Failed to save the view',
    isSaidOnce: true,
  });
  return (
    <FormDialog
      {...call}
      size="small"
      title={view ? 'Edit View' : 'Save View'}
      {...(!view && { description: 'Saves the current filters, search, sort order and columns.' })}
      onClose={onClose}
      save="Save View"
    >
      <TextInput
        className={classes.wide}
        label="Name"
        data-autofocus
        required
        maxLength={MAX_VIEW_NAME}
        {...form.getInputProps('name')}
      />
      {mayShare && (
        <ShareBox
          checked={form.values.isShared}
          onChange={(isShared) => form.setFieldValue('isShared', isShared)}
        />
      )}
    </FormDialog>
  );
}
