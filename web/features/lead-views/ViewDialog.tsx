import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { InputOf } from '#shared/protocol/endpoint.ts';
import { MAX_VIEW_NAME, NO_NAME, leadViews } from '#shared/leads/lead-views.ts';
import type { LeadView } from '#shared/leads/lead-views.ts';
import { useSend } from '#web/api/query.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { useCan } from '#web/session/useCan.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
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

type Values = Pick<LeadView, 'name' | 'is_shared'>;
const NEW: Values & { version?: string } = { name: '', is_shared: false };
const valuesOf = ({ name, is_shared }: Values): Values => ({ name, is_shared });
const TITLES = { name: 'Name', is_shared: 'Shared' };
const words = (_: string, value: FieldValue) =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);

/** The name of a view, and whether everybody in the company sees it. */
export function ViewDialog({ view, clientId, saved, onSaved, onClose }: Props) {
  const mayShare = useCan('leads.share_views');
  const create = useSend(leadViews.create);
  const update = useSend(leadViews.update);
  const form = useForm({
    initialValues: valuesOf(view ?? NEW),
    validate: { name: (name) => (name.trim() === '' ? NO_NAME : null) },
  });
  const edit = useEditConflict(view ?? NEW, valuesOf, form);
  const call = useFormCall(form, {
    edit,
    send: async (values) => {
      const query = clientId ? { clientId } : {};
      const body = { ...edit.changes, version: edit.version };
      return view
        ? await update.mutateAsync({ params: { id: view.id }, query, body })
        : await create.mutateAsync({ query, body: { ...saved, ...values } });
    },
    done: (answer) => {
      showSuccess('View saved');
      const id = answer?.data.id ?? view?.id;
      if (id) onSaved(id);
    },
    failed: 'Failed to save the view',
    isSaidOnce: true,
  });
  const notice = edit.notice(TITLES, words);
  return (
    <FormDialog
      {...call}
      size="small"
      title={view ? 'Edit View' : 'Save View'}
      {...(!view && { description: 'Saves the current filters, search, sort order and columns.' })}
      onClose={onClose}
      save="Save View"
    >
      {notice && <ConflictNotice title="Someone else has changed this view in the meantime" {...notice} />}
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
          checked={form.values.is_shared}
          onChange={(isShared) => form.setFieldValue('is_shared', isShared)}
        />
      )}
    </FormDialog>
  );
}
