import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import type { Lead } from '#shared/lead.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import type { EditField, EditableField } from '#web/leads/in-place/edits.ts';
import { useLeadSaving } from '#web/leads/in-place/useLeadSaving.ts';
import { loadable } from '#web/lib/loadable.tsx';

const FieldEditor = loadable(async () => (await import('#web/leads/in-place/FieldEditor.tsx')).FieldEditor);
const CollisionDialog = loadable(
  async () => (await import('#web/leads/in-place/CollisionDialog.tsx')).CollisionDialog,
);

type InPlace = {
  edit: EditField;
  /** A lead as it is shown while one of its fields is being saved. */
  shown: (lead: Lead) => Lead;
  /** The open editor, to be drawn once beside the values. */
  popup: ReactNode;
};

/** Editing where the values stand, for all leads of a screen: click the value, choose, Enter; Escape; Undo. */
export function useInPlace(fields: FieldSettings): InPlace {
  const { save, shown, collision, settle } = useLeadSaving();
  const [open, setOpen] = useState<{ lead: Lead; field: EditableField; anchor: HTMLElement }>();
  const edit: EditField = useCallback((lead, field, anchor) => setOpen({ lead, field, anchor }), []);
  return {
    edit,
    shown,
    popup: (
      <>
        {open && (
          <FieldEditor
            key={`${open.lead.id} ${open.field}`}
            {...open}
            fields={fields}
            onSave={(change) => void save(change)}
            onClose={() => setOpen(undefined)}
          />
        )}
        {collision && <CollisionDialog collision={collision} onSettle={settle} />}
      </>
    ),
  };
}
