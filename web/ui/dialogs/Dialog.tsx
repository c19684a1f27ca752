import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from '#web/lib/hooks/useFocusReturn.ts';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { useTopmost } from '#web/lib/hooks/useTopmost.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { CloseDialog } from './DialogCancel.tsx';
import classes from './Dialog.module.css';

const WIDTHS = { small: 480, medium: 600, large: 900 };

type Question = { title: string; text: string; keep: string; leave: string };

const TYPED_TEXT: Question = {
  title: 'Discard what you typed?',
  text: 'It has not been saved.',
  keep: 'Keep editing',
  leave: 'Discard',
};

type Props = {
  title: string;
  description?: string;
  size?: keyof typeof WIDTHS;
  onClose: () => void;
  /**
   * Returns whether typed text would be lost, so that closing and leaving the page ask first. Called on closing, because Escape can follow the first character before the popup
   * renders again.
   */
  isDirty?: (() => boolean) | undefined;
  /** The question on closing, when something other than a form's text would be lost. */
  question?: Question;
  /** True while something runs that closing or leaving the page would interrupt. */
  isBusy?: boolean;
  /** Whether it opens above questions. */
  isOnTop?: boolean;
  children: ReactNode;
};

/** The product's popup: closes on Escape, outside click and X; 480, 600 or 900 px, at most 90 % of the window. */
export function Dialog(props: Props) {
  const {
    title,
    description,
    size = 'medium',
    onClose,
    isDirty,
    isBusy,
    isOnTop = false,
    question = TYPED_TEXT,
    children,
  } = props;
  useFocusReturn();
  const guard = useLeaveGuard(
    () => isDirty?.() ?? false,
    () => isBusy ?? false,
  );
  const isTopmost = useTopmost();
  const close = () => !isBusy && isTopmost() && guard.attempt(onClose);
  return (
    <>
      <Modal.Root
        opened
        onClose={close}
        size={`min(${WIDTHS[size]}px, 90vw)`}
        centered
        radius="xl"
        {...(isOnTop && { zIndex: 'var(--lms-z-question)' })}
      >
        <Modal.Overlay color="var(--lms-scrim)" backgroundOpacity={1} />
        <Modal.Content>
          <Modal.Header>
            <div className={classes.title}>
              <Modal.Title>{title}</Modal.Title>
              {description && <p className={classes.description}>{description}</p>}
            </div>
            <Modal.CloseButton aria-label="Close" disabled={isBusy} />
          </Modal.Header>
          <Modal.Body>
            <CloseDialog value={close}>{children}</CloseDialog>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
      {guard.asks && (
        <ConfirmDialog
          title={question.title}
          text={question.text}
          cancelLabel={question.keep}
          confirmLabel={question.leave}
          isDangerous
          onCancel={guard.stay}
          onConfirm={guard.leave}
        />
      )}
    </>
  );
}
