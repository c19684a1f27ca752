import { Button } from '@mantine/core';
import own from '#web/features/field-configuration/LeadFields.module.css';
import classes from '#web/ui/dialogs/ConflictNotice.module.css';

type Props = { onMine: () => void; onTheirs: () => void };

/** Asks which order to keep when two admins reorder at the same time. Neither is lost before the choice. */
export function OrderConflict({ onMine, onTheirs }: Props) {
  return (
    <section className={classes.conflict} role="alert" aria-label="Changes made in the meantime">
      <h3 className={classes.title}>Someone else has reordered the fields in the meantime</h3>
      <p className={classes.text}>The table shows your order, which isn’t saved yet. Choose which to keep.</p>
      <div className={own.choices}>
        <Button size="xs" onClick={onMine}>
          Keep my order
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          Take theirs
        </Button>
      </div>
    </section>
  );
}
