import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Lead } from '#shared/leads/lead.ts';
import type { FieldsOf } from '#web/leads/fields/field-settings.ts';
import type { EditField, OtherEditor } from '#web/leads/in-place/edits.ts';
import { SavingDialogs } from '#web/leads/in-place/SavingDialogs.tsx';
import { useLeadSaving } from '#web/leads/in-place/useLeadSaving.ts';
import { loadable } from '#web/lib/loadable.tsx';

const FieldEditor = loadable(async () => (await import('#web/leads/in-place/FieldEditor.tsx')).FieldEditor);

type InPlace = {
  edit: EditField;
  /** A lead as shown while one of its fields is being saved. */
  shown: (lead: Lead) => Lead;
  /** The open editor, to be rendered once next to the values. */
  popup: ReactNode;
};

/**
 * In-place editing for all leads of a screen: click the value, choose, Enter; Escape; Undo. `Other` edits the
 * fields that have no editor here.
 */
export function useInPlace(fieldsOf: FieldsOf, Other?: OtherEditor): InPlace {
  const saving = useLeadSaving(fieldsOf);
  const [open, setOpen] = useState<{ lead: Lead; field: FieldKey; anchor: HTMLElement }>();
  const edit: EditField = useCallback((lead, field, anchor) => setOpen({ lead, field, anchor }), []);
  return {
    edit,
    shown: saving.shown,
    popup: (
      <>
        {open && (
          <FieldEditor
            key={`${open.lead.id} ${open.field}`}
            {...open}
            fields={fieldsOf(open.lead)}
            Other={Other}
            onSave={saving.save}
            onClose={() => setOpen(undefined)}
          />
        )}
        <SavingDialogs saving={saving} />
      </>
    ),
  };
}
