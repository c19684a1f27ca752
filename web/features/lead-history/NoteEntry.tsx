import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { HistoryEntry } from '#shared/leads/lead-history.ts';
import { MAX_NOTE, leadNotes } from '#shared/leads/lead-notes.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/lead-history/LeadHistory.module.css';
import { messageOf } from '#web/lib/errors.ts';
import { useDraft } from '#web/leads/composer/useDraft.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { showSuccess } from '#web/ui/states/toast.ts';
import { GrowingTextarea } from '#web/ui/fields/GrowingTextarea.tsx';

const AskDialog = loadable(async () => (await import('#web/ui/dialogs/AskDialog.tsx')).AskDialog);

type Note = Extract<HistoryEntry, { type: 'note' }>;

/** The text of a note. Its author can edit and delete it, an admin can delete it. */
export function NoteEntry({ note }: { note: Note }) {
  const isAuthor = note.user_id === useUser().id;
  const mayDeleteAny = useCan('notes.delete_any');
  // A note that is being saved has no version yet.
  const mayDelete = (mayDeleteAny || isAuthor) && note.version > 0;
  const [draft, setDraft] = useDraft(`note-edit:${note.id}`);
  const [hasBegun, setHasBegun] = useState(false);
  const [asks, setAsks] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const removal = useSend(leadNotes.remove);
  /** Ends the edit. One that has gone on since its text was `sent` stays open. */
  const close = (sent?: string) => {
    setDraft((now) => (sent === undefined || now === sent ? '' : now));
    setHasBegun(false);
    requestAnimationFrame(() => editButton.current?.focus());
  };
  const keepDraft = (text: string) => {
    setHasBegun(true);
    setDraft(text);
  };
  // An edit that was left with the page, or hidden with other entries, goes on until it is saved.
  if (hasBegun || draft !== '') {
    return <NoteForm note={note} draft={draft} onDraft={keepDraft} autoFocus={hasBegun} onClose={close} />;
  }
  return (
    <>
      <p className={classes.text} dir="auto">
        {note.body}
      </p>
      {(isAuthor || mayDelete) && (
        <p className={classes.actions}>
          {isAuthor && (
            <button ref={editButton} type="button" onClick={() => setHasBegun(true)}>
              Edit
            </button>
          )}
          {mayDelete && (
            <button type="button" onClick={() => setAsks(true)}>
              Delete
            </button>
          )}
        </p>
      )}
      {asks && (
        <AskDialog
          title="Delete this note?"
          text="This can’t be undone."
          confirmLabel="Delete Note"
          isDangerous
          call={() => removal.mutateAsync({ params: { id: note.id } })}
          done={() => showSuccess('Note deleted')}
          failed="Failed to delete the note"
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

type FormProps = {
  note: Note;
  /** The text typed before, if any. */
  draft: string;
  onDraft: (text: string) => void;
  autoFocus: boolean;
  /** Called with the text that was saved, or without one. */
  onClose: (sent?: string) => void;
};

/** The note in an input. Escape closes it while nothing has been changed. */
function NoteForm({ note, draft, onDraft, autoFocus, onClose }: FormProps) {
  const [text, setText] = useState(draft || note.body);
  const [error, setError] = useState<string>();
  const change = useSend(leadNotes.update);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    setError(undefined);
    const saving = change.mutateAsync({
      params: { id: note.id },
      body: { body: text, version: note.version },
    });
    void saving.then(
      () => onClose(text),
      (failure: unknown) => setError(messageOf(failure, 'Failed to save the note')),
    );
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Edit note">
      <GrowingTextarea
        aria-label="Note"
        dir="auto"
        autoFocus={autoFocus}
        minRows={2}
        maxRows={12}
        maxLength={MAX_NOTE}
        value={text}
        error={error}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          onDraft(value === note.body ? '' : value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text === note.body) onClose();
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      <p className={classes.formActions}>
        <Button size="xs" variant="default" onClick={() => onClose()}>
          Cancel
        </Button>
        <Button size="xs" type="submit" disabled={text.trim() === '' || change.isPending}>
          Save
        </Button>
      </p>
    </form>
  );
}
