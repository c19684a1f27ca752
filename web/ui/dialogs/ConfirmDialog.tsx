import { Button, Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useFocusReturn } from '#web/lib/hooks/useFocusReturn.ts';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { useTopmost } from '#web/lib/hooks/useTopmost.ts';
import classes from './Dialog.module.css';

type Props = {
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  onCancel: () => void;
  /**
   * Does the work and closes the dialog. Until a returned promise has settled, the dialog cannot be clicked
   * or closed.
   */
  onConfirm: () => unknown;
  /** The progress of the work. */
  children?: ReactNode;
};

const never = () => false;

/** Asks before an action that cannot be undone, and stays open until the action has finished. */
export function ConfirmDialog(props: Props) {
  const {
    title,
    text,
    confirmLabel,
    cancelLabel = 'Cancel',
    isDangerous,
    onCancel,
    onConfirm,
    children,
  } = props;
  const [isBusy, setIsBusy] = useState(false);
  // A second click can come before the dialog renders as busy.
  const isRunning = useRef(false);
  useFocusReturn();
  useLeaveGuard(never, () => isRunning.current);
  const isTopmost = useTopmost();
  const cancel = () => isTopmost() && !isRunning.current && onCancel();
  const confirm = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    try {
      await onConfirm();
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return (
    <Modal.Root
      opened
      onClose={cancel}
      size="min(480px, 90vw)"
      centered
      radius="xl"
      zIndex="var(--lms-z-question)"
    >
      <Modal.Overlay color="var(--lms-scrim)" backgroundOpacity={1} />
      <Modal.Content aria-busy={isBusy}>
        <Modal.Header>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" disabled={isBusy} />
        </Modal.Header>
        <Modal.Body>
          <p className={classes.description}>{text}</p>
          {children && <div className={classes.progress}>{children}</div>}
          <div className={classes.actions}>
            <Button variant="default" onClick={cancel} disabled={isBusy} data-autofocus>
              {cancelLabel}
            </Button>
            <Button
              color={isDangerous ? 'var(--lms-danger-solid)' : undefined}
              loading={isBusy}
              onClick={() => void confirm()}
            >
              {confirmLabel}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
