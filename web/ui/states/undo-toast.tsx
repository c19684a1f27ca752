import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { focusBack } from '#web/lib/focus-content.ts';
import { usePageKeys } from '#web/lib/page-keys.ts';
import { clearedToasts } from './toast.ts';
import classes from './undo-toast.module.css';

/** Milliseconds for which a toast offers its undo. */
const DURATION = 8000;
const ID = 'undo';

/**
 * Announces a success that can be undone. The toast stays while it is hovered or focused. Ctrl+Z outside of
 * text fields also undoes it.
 */
export async function showUndoable(message: string, undo: () => void): Promise<void> {
  const notifications = await clearedToasts();
  if (!notifications) return;
  const close = () => notifications.hide(ID);
  notifications.show({
    id: ID,
    message: <UndoToast message={message} undo={undo} close={close} />,
    role: 'status',
    'data-tone': 'success',
    // The toast closes itself, since the library's timer ignores the focus.
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}

function UndoToast({ message, undo, close }: { message: string; undo: () => void; close: () => void }) {
  const box = useRef<HTMLSpanElement>(null);
  const before = useRef<Element>(null);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(close, DURATION);
    return () => clearTimeout(timer);
  }, [isHeld, close]);
  useEffect(() => holdWhileUsed(box.current?.closest<HTMLElement>('[role="status"]'), setIsHeld), []);
  const closeAndUndo = () => {
    close();
    undo();
  };
  usePageKeys([{ keys: 'Control+Z', does: 'Undo', run: closeAndUndo }]);
  return (
    <span ref={box} className={classes.toast}>
      <span>{message}</span>
      <Button
        size="compact-sm"
        variant="default"
        onFocus={({ relatedTarget }) => (before.current = relatedTarget)}
        onClick={() => {
          focusBack(before.current);
          closeAndUndo();
        }}
      >
        Undo
      </Button>
    </span>
  );
}

/** Reports whether the pointer or the focus is in the toast. */
function holdWhileUsed(toast: HTMLElement | null | undefined, setIsHeld: (isHeld: boolean) => void) {
  if (!toast) return undefined;
  const update = () => setIsHeld(toast.matches(':hover, :focus-within'));
  const events = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const;
  // The focus only moves after the event.
  const later = () => requestAnimationFrame(update);
  for (const name of events) toast.addEventListener(name, later);
  return () => {
    for (const name of events) toast.removeEventListener(name, later);
  };
}
