import { Button } from '@mantine/core';
import classes from '#web/ui/fields/Form.module.css';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';

type Props = { title: string; text: string; onClose: () => void };

/** Shows the outcome of an action. */
export function NoticeDialog({ title, text, onClose }: Props) {
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.wide}>{text}</p>
        <div className={classes.actions}>
          <Button onClick={onClose} data-autofocus>
            OK
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
