import { Button } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useCallback, useRef } from 'react';
import { isCustomKey } from '#shared/fields/custom-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { EditLeadForm } from '#web/features/leads/form/EditLeadForm.tsx';
import { inputFields } from '#web/features/leads/form/lead-form-values.ts';
import { useFreshLead } from '#web/features/leads/form/useFreshLead.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { useKnownConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { messageOf } from '#web/lib/errors.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { DialogCancel } from '#web/ui/dialogs/DialogCancel.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';
import { Waiting } from '#web/ui/states/Waiting.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const ESSENTIAL: readonly FieldKey[] = [
  'name',
  'email',
  'phone',
  'company_name',
  'status',
  'lost_reason',
  'source',
  'assigned_to',
  'next_followup_date',
  'value',
  'product_id',
];
const SAVED = 'Lead updated successfully!';
const FAILED = 'Failed to update lead';
const NOT_LOADED = 'Failed to load lead details';

/** The fields of the dialog. Custom fields are included if the list shows them or they are required. */
function essentialFields(settings: FieldSettings): FieldKey[] {
  const { table, setting } = settings;
  return inputFields(settings).filter(
    (field) =>
      ESSENTIAL.includes(field) ||
      (isCustomKey(field) && (table.includes(field) || setting(field)?.required)),
  );
}

/** Edits the essential fields of a lead, over the list. */
export function QuickEditDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const { lead, error, retry } = useFreshLead(leadId);
  const { settings, isKnown } = useKnownConfiguration(lead?.clientId);
  const isDirty = useRef(false);
  const onDirty = useCallback((dirty: boolean) => void (isDirty.current = dirty), []);
  return (
    <Dialog
      title="Quick Edit Lead"
      description="Update essential lead information"
      onClose={onClose}
      isDirty={() => isDirty.current}
    >
      {lead && isKnown && (
        <EditLeadForm
          lead={lead}
          fields={essentialFields(settings)}
          settings={settings}
          label="Quick Edit Lead"
          cancel={<DialogCancel />}
          onSaved={() => {
            showSuccess(SAVED);
            onClose();
          }}
          onUnchanged={onClose}
          onFailed={(failure) => showFailure(messageOf(failure, ''), FAILED)}
          onDirty={onDirty}
        />
      )}
      {error && (
        <StateMessage
          icon={CircleAlert}
          title={NOT_LOADED}
          isFailure
          actions={
            <Button variant="default" onClick={retry}>
              Try Again
            </Button>
          }
        >
          {messageOf(error, NOT_LOADED)}
        </StateMessage>
      )}
      {!(lead && isKnown) && !error && <Waiting label="Loading lead details..." />}
    </Dialog>
  );
}
