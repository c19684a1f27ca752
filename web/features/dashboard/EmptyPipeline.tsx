import { Button } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import Plus from 'lucide-react/icons/plus';
import UsersRound from 'lucide-react/icons/users-round';
import { Link } from 'react-router';
import classes from '#web/features/dashboard/Dashboard.module.css';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';
import { StateMessage } from '#web/ui/StateMessage.tsx';

/** The ways to begin, where there is no lead yet. */
export function EmptyPipeline({ onImport }: { onImport: () => void }) {
  const mayAdd = useCan('leads.write');
  const mayImport = useCan('leads.import');
  return (
    <div className={classes.start}>
      <StateMessage
        icon={UsersRound}
        title="Your pipeline starts here"
        actions={
          <>
            {mayAdd && (
              <Button
                component={Link}
                to={paths.createLead}
                leftSection={<Plus size={16} aria-hidden="true" />}
              >
                Add Lead
              </Button>
            )}
            {mayImport && (
              <Button
                variant="default"
                leftSection={<Download size={15} aria-hidden="true" />}
                onClick={onImport}
                aria-haspopup="dialog"
              >
                Import
              </Button>
            )}
          </>
        }
      >
        Add your first lead, or bring the ones you have from a spreadsheet. The numbers below follow by
        themselves.
      </StateMessage>
    </div>
  );
}
