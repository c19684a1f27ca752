import { Button, Modal } from '@mantine/core';
import { useFocusReturn } from '#web/lib/useFocusReturn.ts';
import { useTopmost } from '#web/lib/useTopmost.ts';
import classes from '#web/ui/Dialog.module.css';

type Props = {
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks before an action that cannot be undone. */
export function ConfirmDialog(props: Props) {
  const { title, text, confirmLabel, cancelLabel = 'Cancel', isDangerous, onCancel, onConfirm } = props;
  useFocusReturn();
  const isTopmost = useTopmost();
  return (
    <Modal.Root
      opened
      onClose={() => isTopmost() && onCancel()}
      size="min(420px, 90vw)"
      centered
      radius="xl"
      zIndex="var(--lms-z-question)"
    >
      <Modal.Overlay color="var(--lms-scrim)" backgroundOpacity={1} />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <p className={classes.description}>{text}</p>
          <div className={classes.actions}>
            <Button variant="default" onClick={onCancel} data-autofocus>
              {cancelLabel}
            </Button>
            <Button color={isDangerous ? 'var(--lms-danger-solid)' : undefined} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
