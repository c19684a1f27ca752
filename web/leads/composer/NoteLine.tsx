import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { MAX_NOTE, leadNotes } from '#shared/lead-notes.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/leads/composer/Composer.module.css';
import { useDraft } from '#web/leads/composer/useDraft.ts';
import { messageOf } from '#web/lib/errors.ts';
import { sayOutcome } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

/** A note. Enter saves, Shift+Enter starts a new line. */
export function NoteLine({ leadId }: { leadId: string }) {
  const [text, setText] = useDraft(`note:${leadId}`);
  const [error, setError] = useState<string>();
  const create = useSend(leadNotes.create);
  const removal = useSend(leadNotes.remove);
  const takeBack = (id: string, body: string) =>
    void sayOutcome(removal.mutateAsync({ params: { id } }), {
      done: () => setText(body),
      failed: 'Failed to delete the note',
    });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const body = text.trim();
    if (body === '' || create.isPending) return;
    setError(undefined);
    create.mutate(
      { params: { id: leadId }, body: { body } },
      {
        onSuccess: ({ data }) => {
          setText('');
          void showUndoable('Note saved', () => takeBack(data.id, body));
        },
        onError: (failure) => setError(messageOf(failure, 'Failed to save the note')),
      },
    );
  };
  return (
    <form className={classes.line} onSubmit={submit} noValidate aria-label="Note">
      <Textarea
        className={classes.text}
        aria-label="Note"
        placeholder="Write a note"
        title="Enter saves, Shift+Enter starts a new line"
        dir="auto"
        autosize
        minRows={1}
        maxRows={12}
        maxLength={MAX_NOTE}
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => isEnter(event) && submit(event)}
      />
      <Button type="submit" disabled={text.trim() === '' || create.isPending}>
        Save
      </Button>
    </form>
  );
}

/** Enter without Shift, but not one that ends a word in an input method. */
const isEnter = (event: KeyboardEvent) =>
  event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
