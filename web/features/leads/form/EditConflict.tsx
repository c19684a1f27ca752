import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { inputWords } from '#web/features/leads/form/lead-words.ts';
import type { useLeadEdit } from '#web/features/leads/form/useLeadEdit.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { conflictTitle } from '#web/lib/forms/edit-conflict.ts';
import { useProductName } from '#web/pickers/useProductName.ts';
import { useUserName } from '#web/pickers/useUserName.ts';
import { useUser } from '#web/session/useSession.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';

type Props = {
  edit: ReturnType<typeof useLeadEdit>['edit'];
  fields: readonly FieldKey[];
  settings: FieldSettings;
};

/** Another user's saved changes and, for each field that both changed, the choice between mine and theirs. */
export function EditConflict({ edit: { seen, sides, notice }, fields, settings }: Props) {
  const timeZone = useTimeZone(seen);
  const me = useUser();
  const userName = useUserName(sides.map(({ assigned_to = '' }) => assigned_to));
  const productName = useProductName(
    sides.map(({ product_id = '' }) => product_id),
    seen.clientId,
  );
  const nameOf = (id: string) => {
    if (id === seen.assigned_to && seen.assigned_user_name) return seen.assigned_user_name;
    if (id === seen.product_id && seen.product_name) return seen.product_name;
    return userName(id) ?? productName(id);
  };
  const titles = Object.fromEntries(fields.map((field) => [field, settings.title(field)]));
  const props = notice(titles, (field, text) =>
    inputWords(field as FieldKey, String(text), { settings, timeZone, nameOf }),
  );
  const by = { id: seen.updated_by, name: seen.updated_user_name };
  return props && <ConflictNotice title={conflictTitle('this lead', by, me.id)} {...props} />;
}
