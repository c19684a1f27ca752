import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failureInstead, leadPageQuery } from '#web/api/lead-page.ts';
import { MessageProvider } from '#web/leads/messages/MessageProvider.tsx';
import { LeadPopupContent } from '#web/leads/popup/LeadPopupContent.tsx';
import { messageOf, statusOf } from '#web/lib/errors.ts';
import { paths } from '#web/paths.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';
import { Waiting } from '#web/ui/states/Waiting.tsx';
import form from '#web/ui/fields/Form.module.css';

type Props = {
  leadId: string;
  onClose: () => void;
  /** Whether leaving the page would lose typed text: the full details then open in a new tab. */
  isOverForm?: boolean;
  /** Facts that replace the lead's own. */
  children?: ReactNode;
};

/** The page of a lead, smaller, over any page. */
export function LeadPopup({ leadId, onClose, isOverForm = false, children }: Props) {
  const lead = useQuery({ ...leadPageQuery(leadId), select: ({ data }) => data.lead });
  const failure = failureInstead(lead);
  const shown = failure ? undefined : lead.data;
  return (
    <Dialog title="Lead Details" onClose={onClose}>
      {lead.isPending && <Waiting label="Loading lead details..." />}
      {failure && <Failure error={failure} onRetry={() => void lead.refetch()} />}
      {shown && (
        <MessageProvider>
          <LeadPopupContent lead={shown} canAdd={!isOverForm}>
            {children}
          </LeadPopupContent>
        </MessageProvider>
      )}
      <div className={form.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {shown && (
          <Button
            component={Link}
            to={paths.lead(leadId)}
            {...(isOverForm ? { target: '_blank' } : { onClick: onClose })}
          >
            View Full Details
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (statusOf(error) === 404) {
    return (
      <StateMessage icon={SearchX} title="Lead Not Found" isFailure>
        Unable to load lead details
      </StateMessage>
    );
  }
  return (
    <StateMessage
      icon={CircleAlert}
      title="Error Loading Lead"
      isFailure
      actions={
        <Button variant="default" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {messageOf(error, 'Unable to load lead details')}
    </StateMessage>
  );
}
