import Compass from 'lucide-react/icons/compass';
import { usePageTitle } from '#web/lib/page-title.ts';
import classes from '#web/pages/NotFoundPage.module.css';
import { HOME, paths } from '#web/paths.ts';
import { PlainLink } from '#web/ui/plain/PlainLink.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

const TITLE = 'Page not found';
const TEXT = 'There’s nothing at this address. The link may be old or incomplete.';

/** For visitors, whose page has no frame. */
export function NotFoundPage() {
  return (
    <main className={classes.page}>
      <StateMessage
        icon={Compass}
        title={TITLE}
        level={1}
        actions={<PlainLink to={paths.root}>Go to the start page</PlainLink>}
      >
        {TEXT}
      </StateMessage>
    </main>
  );
}

/** For signed-in users, with search and navigation around the message. */
export function NotFoundInside() {
  usePageTitle(TITLE, '');
  return (
    <StateMessage
      icon={Compass}
      title="Nothing here"
      actions={<PlainLink to={HOME}>Go to the dashboard</PlainLink>}
    >
      {TEXT}
    </StateMessage>
  );
}
