import { Button } from '@mantine/core';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { Link } from 'react-router';
import { StateMessage } from './StateMessage.tsx';

type Props = { title?: string | undefined; message?: string; actionLabel?: string; to?: string };

/** The message for a signed-in user on a page for another role. */
export function AccessDenied({
  title = 'Access Denied',
  message = "You don't have permission to access this section.",
  actionLabel = 'Go to Settings',
  to = '/settings/general',
}: Props) {
  return (
    <StateMessage
      icon={ShieldAlert}
      title={title}
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
