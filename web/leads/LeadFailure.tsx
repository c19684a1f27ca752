import { Button } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import SearchX from 'lucide-react/icons/search-x';
import { Link } from 'react-router';
import { messageOf, statusOf } from '#web/lib/errors.ts';
import { useUser } from '#web/session/useSession.ts';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

const FAILED = 'Failed to load lead details';

type Props = {
  error: Error;
  /** The address of the list. */
  back: string;
  onRetry: () => void;
};

/** Shown instead of a lead that cannot be loaded. */
export function LeadFailure({ error, back, onRetry }: Props) {
  const { leadVisibility } = useUser();
  const isMissing = statusOf(error) === 404 || statusOf(error) === 422;
  return (
    <StateMessage
      icon={isMissing ? SearchX : CircleAlert}
      title={FAILED}
      isFailure
      actions={
        <>
          {!isMissing && (
            <Button variant="default" onClick={onRetry}>
              Try Again
            </Button>
          )}
          <Button component={Link} to={back}>
            Back to Leads
          </Button>
        </>
      }
    >
      {messageOf(error, FAILED)}
      {isMissing && leadVisibility !== 'company' && ' It may belong to a colleague.'}
    </StateMessage>
  );
}
