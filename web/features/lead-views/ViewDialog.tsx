import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { InputOf } from '#shared/protocol/endpoint.ts';
import { MAX_VIEW_NAME, NO_NAME, leadViews } from '#shared/leads/lead-views.ts';
import type { LeadView } from '#shared/leads/lead-views.ts';
import { useSend } from '#web/api/query.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { useCan } from '#web/session/useCan.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { DialogCancel } from '#web/ui/dialogs/DialogCancel.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { ShareBox } from '#web/ui/fields/ShareBox.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

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
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setIsShared] = useState(view?.is_shared ?? false);
  const [error, setError] = useState<string>();
  const create = useSend(leadViews.create);
  const update = useSend(leadViews.update);
  const isPending = create.isPending || update.isPending;
  const submit = async () => {
    if (name.trim() === '') {
      setError(NO_NAME);
      return;
    }
    const query = clientId ? { clientId } : {};
    const body = { name: name.trim(), ...(mayShare && { is_shared: isShared }) };
    try {
      const { data } = view
        ? await update.mutateAsync({ params: { id: view.id }, query, body })
        : await create.mutateAsync({ query, body: { ...saved, ...body } });
      showSuccess('View saved');
      onSaved(data.id);
    } catch (failure) {
      const wrong = fieldMessages(failure)['name'];
      setError(wrong);
      if (!wrong) showFailure(messageOf(failure, 'Please try again.'), 'Failed to save the view');
    }
  };
  return (
    <Dialog
      size="small"
      title={view ? 'Edit View' : 'Save View'}
      description={view ? undefined : 'Saves the current filters, search, sort order and columns.'}
      onClose={onClose}
      isDirty={() => name !== (view?.name ?? '')}
    >
      <form
        className={classes.form}
        noValidate
        aria-label={view ? 'Edit View' : 'Save View'}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          className={classes.wide}
          label="Name"
          data-autofocus
          required
          maxLength={MAX_VIEW_NAME}
          value={name}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {mayShare && <ShareBox checked={isShared} onChange={setIsShared} />}
        <div className={classes.actions}>
          <DialogCancel />
          <Button type="submit" loading={isPending}>
            Save View
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
