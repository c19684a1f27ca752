import { useRef, useState } from 'react';
import { customName, isCustomKey } from '#shared/fields/custom-fields.ts';
import type { InputOf } from '#shared/protocol/endpoint.ts';
import { valueOf } from '#shared/leads/lead.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { useSend } from '#web/api/query.ts';
import { send as read } from '#web/api/send.ts';
import type { FieldCollision, FieldEdit } from '#web/leads/in-place/edits.ts';
import { isSame } from '#web/leads/in-place/same-value.ts';
import { currentLeadIn } from '#web/leads/current-lead.ts';
import type { FieldsOf } from '#web/leads/fields/field-settings.ts';
import { messageOf, settle, statusOf } from '#web/lib/errors.ts';
import { useShown } from '#web/lib/hooks/useShown.ts';
import { showFailure } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';
import { asksReason } from '#web/leads/fields/lost-reason.ts';
import { useUndoOperations } from '#web/leads/useUndoOperations.ts';

type Body = InputOf<typeof leads.update>['body'];

type Send = (edit: FieldEdit, version: number) => Promise<{ saved: Lead } | { theirs: Lead }>;

const FAILED = 'Failed to update lead';

/**
 * Saves in-place edits: one field with the `version`, and Undo in the toast. Somebody else's edit
 * of other fields doesn't matter; one of this field becomes `collision`, or is told as a failure once the
 * screen is left.
 */
export function useLeadSaving(fieldsOf: FieldsOf) {
  const update = useSend(leads.update);
  const setStatus = useSend(leads.setStatus);
  const [saving, setSaving] = useState<ReadonlyMap<string, FieldEdit>>(new Map());
  const latest = useRef(new Map<string, Lead>());
  const [collision, setCollision] = useState<FieldCollision>();
  const isShown = useShown('edit');

  /** Sends the value. Returns the saved lead, or the current one if somebody else has changed the same field meanwhile. */
  const send: Send = async (edit, version) => {
    try {
      const params = { id: edit.lead.id };
      const { data: saved } = await (edit.field === 'status'
        ? setStatus.mutateAsync({ params, body: { ...statusBody(edit), version } })
        : update.mutateAsync({ params, body: { ...bodyOf(edit), version } }));
      latest.current.set(saved.id, saved);
      return { saved };
    } catch (error) {
      const current = currentLeadIn(error) ?? (await readAfterSilence(error, edit.lead.id));
      if (!current) throw error;
      const [seen, theirs] = [valueOf(edit.lead, edit.field), valueOf(current, edit.field)];
      const isSaved = isSame(theirs, edit.value);
      if (!isSaved && statusOf(error) !== 412) throw error;
      const isFree = isSame(theirs, seen);
      if (isSaved || isFree || isShown()) settle(error);
      if (isSaved) return { saved: current };
      return isFree ? await send(edit, current.version) : { theirs: current };
    }
  };
  const undo = useUndo(send);
  /** The version of this field that the user has seen: the user's own edit of a moment ago may not have loaded yet. */
  const versionSeen = ({ lead, field }: FieldEdit): number => {
    const saved = latest.current.get(lead.id);
    const isKnown =
      saved && saved.version > lead.version && isSame(valueOf(saved, field), valueOf(lead, field));
    return isKnown ? saved.version : lead.version;
  };
  const save = async (edit: FieldEdit, version = versionSeen(edit)): Promise<void> => {
    setCollision(undefined);
    if (isSame(edit.value, valueOf(edit.lead, edit.field))) return;
    setSaving((edits) => new Map(edits).set(edit.lead.id, edit));
    try {
      const answer = await send(edit, version);
      if ('theirs' in answer) {
        const { theirs } = answer;
        if (isShown()) return setCollision({ edit, theirs });
        throw new Error(`${edit.title} of ${theirs.name} was changed meanwhile: ${edit.words(theirs)}`);
      }
      const { saved } = answer;
      void showUndoable(`${edit.title} of ${saved.name}: ${edit.words(saved)}`, () => void undo(edit, saved));
    } catch (error) {
      edit.onRefused?.();
      showFailure(messageOf(error, 'Please try again.'), FAILED);
    } finally {
      setSaving((edits) => new Map([...edits].filter(([, one]) => one !== edit)));
    }
  };
  const question = useReasonQuestion(fieldsOf, save);
  return {
    ...question,
    /** The edits that are being saved. */
    saving: [...saving.values()],
    /** Returns the lead with the value that is being saved; every other lead unchanged. */
    shown: (lead: Lead): Lead => {
      const edit = saving.get(lead.id);
      return edit ? { ...edit.lead, ...edit.shown } : lead;
    },
    collision,
    /** Overwrites theirs with mine, or keeps theirs. */
    settle: (side: 'mine' | 'theirs') => {
      if (collision && side === 'mine')
        void save({ ...collision.edit, lead: collision.theirs }, collision.theirs.version);
      setCollision(undefined);
    },
  };
}

/** Takes a saved edit back: by its operation if it has one, otherwise by sending the old value. */
function useUndo(send: Send) {
  const undoOperations = useUndoOperations();
  return async (edit: FieldEdit, saved: Lead) => {
    if (saved.operation_id) return void (await undoOperations([saved.operation_id]));
    const { lost_reason: lostReason, converted_at: convertedAt } = edit.lead;
    const back = { ...edit, lead: saved, value: valueOf(edit.lead, edit.field), lostReason, convertedAt };
    try {
      const answer = await send(back, saved.version);
      if ('theirs' in answer) showFailure(`${edit.title} has been changed since, so it was not undone.`);
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), 'Failed to undo the change');
    }
  };
}

function bodyOf({ field, value, withReminders }: FieldEdit): Body {
  const changes = isCustomKey(field) ? { custom: { [customName(field)]: value } } : { [field]: value };
  return { ...changes, ...(withReminders === false && { with_reminders: false }) };
}

const statusBody = ({ value, lostReason, convertedAt }: FieldEdit) => ({
  status: String(value),
  ...(lostReason && { lost_reason: lostReason }),
  ...(convertedAt !== undefined && { converted_at: convertedAt }),
});

/** Returns the current lead after a lost response, since the change may have been saved; undefined while the server is unreachable. */
async function readAfterSilence(error: unknown, id: string): Promise<Lead | undefined> {
  if (statusOf(error) !== 0) return undefined;
  try {
    return (await read(leads.get, { params: { id } })).data;
  } catch {
    return undefined;
  }
}

/** Holds an edit that loses a lead until the reason is given. Every other edit goes to `save` at once. */
function useReasonQuestion(fieldsOf: FieldsOf, save: (edit: FieldEdit) => Promise<void>) {
  const [asked, setAsked] = useState<FieldEdit>();
  return {
    save: (edit: FieldEdit) => {
      const { lead } = edit;
      if (edit.field === 'status' && asksReason(String(edit.value), fieldsOf(lead), lead.status))
        setAsked(edit);
      else void save(edit);
    },
    /** The waiting edit. */
    asked,
    answer: (lostReason: string | null) => {
      setAsked(undefined);
      if (asked) void save({ ...asked, lostReason });
    },
    cancel: () => setAsked(undefined),
  };
}
