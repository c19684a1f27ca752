import { Button } from '@mantine/core';
import { useCallback, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Location } from 'react-router';
import { EditLeadForm } from '#web/features/leads/form/EditLeadForm.tsx';
import { inputFields } from '#web/features/leads/form/lead-form-values.ts';
import { useFreshLead } from '#web/features/leads/form/useFreshLead.ts';
import { LeadFailure } from '#web/leads/LeadFailure.tsx';
import { listLink, listSearchOf } from '#web/leads/list/list-link.ts';
import type { FROM_LEAD } from '#web/leads/list/list-link.ts';
import { useKnownConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useLeadTitle } from '#web/leads/useLeadTitle.ts';
import { messageOf } from '#web/lib/errors.ts';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { paths } from '#web/paths.ts';
import { LeaveQuestion } from '#web/ui/dialogs/LeaveQuestion.tsx';
import { Waiting } from '#web/ui/states/Waiting.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const SAVED = 'Lead updated successfully.';
const FAILED = 'Failed to update lead. Please try again.';

/** The form with every configured field of a lead. Returns to the lead, and keeps its list in the address. */
export function EditLead({ leadId }: { leadId: string }) {
  const { lead, error, retry } = useFreshLead(leadId);
  const { settings, isKnown } = useKnownConfiguration(lead?.clientId);
  const location: Location<unknown> = useLocation();
  const { search, state } = location;
  const navigate = useNavigate();
  const dirty = useRef(false);
  const onDirty = useCallback((isDirty: boolean) => void (dirty.current = isDirty), []);
  const guard = useLeaveGuard(useCallback(() => dirty.current, []));
  const detail = paths.lead(leadId) + search;
  useLeadTitle(leadId, lead, settings, 'Edit');
  // Goes one step back if that is the lead: otherwise the lead's page would be in the history twice, before
  // its list.
  const toDetail = () => void (isFromLead(state) ? navigate(-1) : navigate(detail, { replace: true }));

  if (error) return <LeadFailure error={error} back={listLink(listSearchOf(location))} onRetry={retry} />;
  if (!lead || !isKnown) return <Waiting label="Loading lead details..." />;
  return (
    <>
      <EditLeadForm
        lead={lead}
        fields={inputFields(settings)}
        settings={settings}
        label="Lead Information"
        cancel={
          <Button variant="default" onClick={() => guard.attempt(toDetail)}>
            Cancel
          </Button>
        }
        onSaved={() => {
          showSuccess(SAVED, 'Success!');
          toDetail();
        }}
        onUnchanged={toDetail}
        onFailed={(failure) => showFailure(failureText(failure), 'Error')}
        onDirty={onDirty}
      />
      <LeaveQuestion guard={guard} />
    </>
  );
}

/** Whether the user came here from the lead's page. */
function isFromLead(state: unknown): boolean {
  return (state as Partial<typeof FROM_LEAD> | null)?.fromLead === true;
}

/** The product's message, followed by the server's or the browser's. */
function failureText(failure: Error): string {
  const reason = messageOf(failure, '');
  return reason && reason !== FAILED ? `${FAILED}\n${reason}` : FAILED;
}
