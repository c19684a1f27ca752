import { useState } from 'react';
import type { ReactNode } from 'react';
import { onceReleased } from '#web/lib/once-released.ts';

/** A kind of value that is typed as text: how a text is read, how a value is shown, the sentence for other texts. */
export type Typing = {
  /** The value of a text as the API takes it; undefined when the text cannot be read, or is not `isDone` yet. */
  read: (text: string, isDone: boolean) => string | undefined;
  /** The text of such a value; undefined for every other text. */
  show: (value: string) => string | undefined;
  unreadable: string;
};

type Options = { value: string; onChange: (value: string) => void; error?: ReactNode };

/**
 * The text of an input for dates or numbers. `onChange` gets the value that was read, and a text that cannot be read
 * as it was typed: it stays in the input, and no form takes it for a value. The input says so once it is left, or
 * when the form refuses it.
 */
export function useTypedValue({ read, show, unreadable }: Typing, { value, onChange, error }: Options) {
  const textOf = (next: string) => show(next) ?? next;
  const [text, setText] = useState(() => textOf(value));
  const [told, setTold] = useState(value);
  const [isTyping, setIsTyping] = useState(false);
  // The form has another value than this input has told: it was reset, or filled from elsewhere.
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
    // An input that was only passed keeps its value, with all that the text does not show of it.
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
