import { useQuery } from '@tanstack/react-query';
import { isFieldKey } from '#shared/fields/custom-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { PICKER_SIZE, users } from '#shared/accounts/users.ts';
import { query } from '#web/api/query.ts';
import type { Conflict } from '#web/features/leads/form/edit-conflict.ts';
import type { LeadFormValues } from '#web/features/leads/form/lead-form-values.ts';
import { inputWords } from '#web/features/leads/form/lead-words.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { conflictTitle, isTheirs, mineOf } from '#web/lib/forms/edit-conflict.ts';
import type { Side } from '#web/lib/forms/edit-conflict.ts';
import { useActiveProducts } from '#web/pickers/useActiveProducts.ts';
import { useUser } from '#web/session/useSession.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';

type Props = {
  conflict: Conflict;
  /** The current state of the lead. */
  lead: Lead;
  values: LeadFormValues;
  settings: FieldSettings;
  onChoose: (field: FieldKey, side: Side) => void;
};

/** Another user's saved changes and, for each field that both changed, the choice between mine and theirs. */
export function EditConflict({ conflict, lead, values, settings, onChoose }: Props) {
  const timeZone = useTimeZone(lead);
  const names = useNames(lead);
  const me = useUser();
  const words = (field: FieldKey, text = '') => inputWords(field, text, { settings, timeZone, names });
  const fields = Object.keys(conflict.mine).filter(isFieldKey);
  return (
    <ConflictNotice
      title={conflictTitle('this lead', conflict.by, me.id)}
      version={lead.version}
      questions={fields.map((field) => ({
        field,
        title: settings.title(field),
        mine: words(field, mineOf(conflict, field, values[field] ?? '')),
        theirs: words(field, conflict.theirs[field]),
        side: isTheirs(conflict, field, values[field] ?? '') ? 'theirs' : 'mine',
      }))}
      others={conflict.others.map((field) => ({
        field,
        title: settings.title(field),
        now: words(field, conflict.theirs[field]),
      }))}
      onChoose={onChoose}
    />
  );
}

/** The names of users and products that the form's pickers have loaded, and those of the lead. */
function useNames(lead: Lead): ReadonlyMap<string, string> {
  const limit = String(PICKER_SIZE);
  const { data } = useQuery({
    ...query(users.list, { query: { limit, is_active: 'true', client_id: lead.clientId } }),
    staleTime: 60_000,
  });
  const catalogue = useActiveProducts(lead.clientId);
  const names = new Map(
    (data?.data.users ?? []).map(({ id, firstName, lastName, email }) => [
      id,
      `${firstName} ${lastName}`.trim() || email,
    ]),
  );
  for (const { id, name } of catalogue.data?.data ?? []) names.set(id, name);
  if (lead.product_id && lead.product_name) names.set(lead.product_id, lead.product_name);
  if (lead.assigned_to && lead.assigned_user_name) names.set(lead.assigned_to, lead.assigned_user_name);
  return names;
}
