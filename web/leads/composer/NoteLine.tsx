import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent, KeyboardEvent } from 'react';
import type { InputOf } from '#shared/protocol/endpoint.ts';
import { MAX_NOTE, leadNotes } from '#shared/leads/lead-notes.ts';
import { outboxOf } from '#web/api/outbox.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/leads/composer/Composer.module.css';
import { useDraft } from '#web/leads/composer/useDraft.ts';
import { isWithdrawn, messageOf } from '#web/lib/errors.ts';
import { sayOutcome, showFailure } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';
import { GrowingTextarea } from '#web/ui/fields/GrowingTextarea.tsx';

/**
 * A note. Enter saves, Shift+Enter starts a new line. A note that was taken back, or not saved, returns to the
 * line, before one that is being written.
 */
export function NoteLine({ leadId }: { leadId: string }) {
  const [text, setText] = useDraft(`note:${leadId}`);
  const outbox = outboxOf(useQueryClient());
  const create = useSend(leadNotes.create);
  const removal = useSend(leadNotes.remove);
  const putBack = (body: string) => setText((now) => (now === '' ? body : `${body}\n${now}`));
  const takeBack = (id: string, body: string) =>
    void sayOutcome(removal.mutateAsync({ params: { id } }), {
      done: () => putBack(body),
      failed: 'Failed to delete the note',
    });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const body = text.trim();
    if (body === '') return;
    setText('');
    const saving = create.mutateAsync({ params: { id: leadId }, body: { body } });
    const isMeant = ({ body: sent }: InputOf<typeof leadNotes.create>) => sent.body === body;
    void showUndoable('Note saved', () => {
      if (outbox.withdraw(leadNotes.create, isMeant)) return;
      void saving.then(({ data }) => takeBack(data.id, body), ignore);
    });
    saving.catch((failure: unknown) => {
      putBack(body);
      if (isWithdrawn(failure)) return;
      showFailure(messageOf(failure, 'Please try again.'), 'Failed to save the note');
    });
  };
  return (
    <form className={classes.line} onSubmit={submit} noValidate aria-label="Note">
      <GrowingTextarea
        className={classes.text}
        aria-label="Note"
        placeholder="Write a note"
        title="Enter saves, Shift+Enter starts a new line"
        dir="auto"
        minRows={1}
        maxRows={12}
        maxLength={MAX_NOTE}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => isEnter(event) && submit(event)}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        Save
      </Button>
    </form>
  );
}

/** The failure has been shown. */
const ignore = () => undefined;

/** Enter without Shift, but not one that ends a word in an input method. */
const isEnter = (event: KeyboardEvent) =>
  event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
