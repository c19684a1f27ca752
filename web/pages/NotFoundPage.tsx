import Compass from 'lucide-react/icons/compass';
import { paths } from '#web/paths.ts';
import { PlainLink } from '#web/ui/PlainLink.tsx';
import { StateMessage } from '#web/ui/StateMessage.tsx';
import classes from '#web/pages/NotFoundPage.module.css';

export function NotFoundPage() {
  return (
    <main className={classes.page}>
      <StateMessage
        icon={Compass}
        title="Page not found"
        level={1}
        actions={<PlainLink to={paths.root}>Go to the start page</PlainLink>}
      >
        There is nothing at this address. The link may be old, or a letter is missing.
      </StateMessage>
    </main>
  );
}
