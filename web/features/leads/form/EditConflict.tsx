import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { PICKER_SIZE, users } from '#shared/users.ts';
import { query } from '#web/api/query.ts';
import type { FieldSettings } from '#web/features/leads/configuration/field-settings.ts';
import type { Conflict } from '#web/features/leads/form/edit-conflict.ts';
import classes from '#web/features/leads/form/EditConflict.module.css';
import { inputWords } from '#web/features/leads/form/lead-words.ts';
import type { LeadFormValues } from '#web/features/leads/form/lead-form-values.ts';
import { isTheirs } from '#web/features/leads/form/useLeadEdit.ts';
import { useTimeZone } from '#web/features/leads/useTimeZone.ts';

const SIDES = [
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
] as const;

type Props = {
  conflict: Conflict;
  /** The lead as it is now. */
  lead: Lead;
  values: LeadFormValues;
  settings: FieldSettings;
  onChoose: (field: LeadFieldKey, side: 'mine' | 'theirs') => void;
};

/** What somebody else has saved meanwhile, and for each field that both changed the choice of mine or theirs. */
export function EditConflict({ conflict, lead, values, settings, onChoose }: Props) {
  const timeZone = useTimeZone();
  const names = useUserNames(lead);
  const heading = useRef<HTMLHeadingElement>(null);
  // A second conflict is a new one to read.
  useEffect(() => heading.current?.focus(), [lead.version]);
  const words = (field: LeadFieldKey, text = '') => inputWords(field, text, { settings, timeZone, names });
  const fields = Object.keys(conflict.mine) as LeadFieldKey[];
  return (
    <section className={classes.conflict} aria-label="Changes of somebody else">
      <h3 className={classes.title} ref={heading} tabIndex={-1}>
        {conflict.by ?? 'Somebody else'} has changed this lead meanwhile
      </h3>
      <p className={classes.text}>
        {fields.length > 0
          ? 'Nothing is saved yet. Choose what to keep, then save again.'
          : 'Nothing is saved yet. What you typed touches other fields; save again to add it.'}
      </p>
      {fields.map((field) => (
        <fieldset key={field} className={classes.sides}>
          <legend>{settings.title(field)}</legend>
          {SIDES.map(([side, label]) => (
            <label key={side} className={classes.side}>
              <input
                type="radio"
                name={`side-${field}`}
                checked={(isTheirs(conflict, field, values[field] ?? '') ? 'theirs' : 'mine') === side}
                onChange={() => onChoose(field, side)}
              />
              <span>
                {label}:{' '}
                {words(field, side === 'mine' ? mineOf(conflict, field, values) : conflict.theirs[field])}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {conflict.others.length > 0 && (
        <ul className={classes.others} aria-label="Changed by them alone">
          {conflict.others.map((field) => (
            <li key={field}>
              {settings.title(field)}: now <b>{words(field, conflict.theirs[field])}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What mine is: the text in the form, or what stood there before theirs was chosen. */
function mineOf(conflict: Conflict, field: LeadFieldKey, values: LeadFormValues): string | undefined {
  const current = values[field] ?? '';
  return isTheirs(conflict, field, current) ? conflict.mine[field] : current;
}

/** Names of the users the picker of the form has read, and of the assignee. */
function useUserNames(lead: Lead): ReadonlyMap<string, string> {
  const limit = String(PICKER_SIZE);
  const { data } = useQuery({
    ...query(users.list, { query: { limit, is_active: 'true', client_id: lead.clientId } }),
    staleTime: 60_000,
  });
  const names = new Map(
    (data?.data.users ?? []).map(({ id, firstName, lastName, email }) => [
      id,
      `${firstName} ${lastName}`.trim() || email,
    ]),
  );
  if (lead.assigned_to && lead.assigned_user_name) names.set(lead.assigned_to, lead.assigned_user_name);
  return names;
}
