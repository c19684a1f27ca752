import { Button } from '@mantine/core';
import Compass from 'lucide-react/icons/compass';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { StateMessage } from '#web/ui/StateMessage.tsx';
import classes from '#web/pages/NotFoundPage.module.css';

export default function NotFoundPage() {
  return (
    <main className={classes.page}>
      <StateMessage
        icon={Compass}
        title="Page not found"
        level={1}
        actions={
          <Button component={Link} to={paths.root}>
            Go to the start page
          </Button>
        }
      >
        There is nothing at this address. The link may be old, or a letter is missing.
      </StateMessage>
    </main>
  );
}
