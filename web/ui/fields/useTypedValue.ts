import { useState } from 'react';
import type { ReactNode } from 'react';

/**
 * A kind of value that is typed as text: how a text is read, how a value is shown, and the message for other
 * texts.
 */
export type Typing = {
  /**
   * Returns the value of a text as the API takes it; undefined when the text is unreadable, or incomplete and
   * not yet `isDone`.
   */
  read: (text: string, isDone: boolean) => string | undefined;
  /** Returns the text of such a value; undefined for any other text. */
  show: (value: string) => string | undefined;
  unreadable: string;
};

type Options = { value: string; onChange: (value: string) => void; error?: ReactNode };

/**
 * The text of an input for dates or numbers. `onChange` gets the value that was read, or an unreadable text
 * as typed: it stays in the input, and no form accepts it as a value. The input shows the message on blur, or
 * when the form rejects it.
 */
export function useTypedValue({ read, show, unreadable }: Typing, { value, onChange, error }: Options) {
  const textOf = (next: string) => show(next) ?? next;
  const [text, setText] = useState(() => textOf(value));
  const [told, setTold] = useState(value);
  const [isTyping, setIsTyping] = useState(false);
  // The form's value differs from what this input has reported: it was reset, or filled from elsewhere.
  if (told !== value) {
    setTold(value);
    setText(textOf(value));
  }
  const tell = (next: string) => {
    setTold(next);
    if (next !== value) onChange(next);
  };
  const readText = (typed: string, isDone: boolean) => {
    const next = typed.trim() === '' ? '' : (read(typed, isDone) ?? typed);
    setText(isDone ? textOf(next) : typed);
    // An input that was only tabbed through keeps its value, including anything that the text doesn't show.
    if (typed !== show(value)) tell(next);
  };
  const finish = () => readText(text, true);
  const isUnreadable = value !== '' && show(value) === undefined;
  return {
    error: isUnreadable && (!isTyping || error) ? unreadable : error,
    /** Takes a value that was picked instead of typed. */
    set: (next: string) => {
      setText(textOf(next));
      tell(next);
    },
    input: {
      value: text,
      autoComplete: 'off',
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
        setIsTyping(true);
        readText(currentTarget.value, false);
      },
      onBlur: () => {
        finish();
        onceReleased(() => setIsTyping(false));
      },
      onKeyDown: ({ key }: { key: string }) => {
        if (key !== 'Enter') return;
        finish();
        setIsTyping(false);
      },
    },
  };
}

let isPressed = false;
for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
  window.addEventListener(type, () => (isPressed = type === 'pointerdown'), { capture: true });

/**
 * Runs the work at once or, while a mouse button or finger is down, after its release and click: content that
 * appears under the pointer would push the pressed element away, and the click would be lost.
 */
function onceReleased(work: () => void): void {
  if (isPressed) window.addEventListener('pointerup', () => setTimeout(work), { once: true });
  else work();
}
