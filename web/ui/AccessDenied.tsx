import { Button } from '@mantine/core';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { Link } from 'react-router';
import { StateMessage } from '#web/ui/StateMessage.tsx';

type Props = { message?: string; actionLabel?: string; to?: string };

/** What a signed-in user sees at a place of another role. */
export function AccessDenied({
  message = "You don't have permission to access this section.",
  actionLabel = 'Go to Settings',
  to = '/settings/general',
}: Props) {
  return (
    <StateMessage
      icon={ShieldAlert}
      title="Access Denied"
      actions={
        <Button component={Link} to={to} variant="default">
          {actionLabel}
        </Button>
      }
    >
      {message}
    </StateMessage>
  );
}
