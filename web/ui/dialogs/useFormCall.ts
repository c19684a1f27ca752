import { useRef } from 'react';
import type { FormEvent, SyntheticEvent } from 'react';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
import type { Meeting } from '#web/lib/forms/useEditConflict.ts';
import { showFailure } from '#web/ui/states/toast.ts';

/** The part of the library's form that sending needs. */
type Form<Values> = {
  onSubmit: (
    send: (values: Values) => Promise<void>,
    onInvalid: () => void,
  ) => (event?: SyntheticEvent<HTMLFormElement>) => void;
  setErrors: (messages: Record<string, string>) => void;
  isDirty: () => boolean;
  submitting: boolean;
};

type Call<Values, Answer> = {
  send: (values: Values) => Promise<Answer>;
  /** Called without a response when the row already held what was typed. */
  done?: (answer?: Answer) => void;
  /** The title of a failure, and its text when the server sent none. */
  failed: string;
  fallback?: string;
  /** Whether a failure shown at its fields needs no toast. */
  isSaidOnce?: boolean;
  /** The edit of a row that others may change meanwhile. */
  edit?: { isDirty: boolean; meets: (error: unknown) => Meeting | undefined };
};

/**
 * Sends a form once, however often it is submitted meanwhile. A failure is shown at its fields, the first of
 * which gets the focus. Returns the props of `FormDialog` that depend on the form.
 */
export function useFormCall<Values, Answer>(form: Form<Values>, call: Call<Values, Answer>) {
  const { send, done, failed, fallback = 'Please try again.', isSaidOnce, edit } = call;
  // The form's own state follows only with the next rendering, after a second press of Enter.
  const isSending = useRef(false);
  const submit = async (values: Values) => {
    isSending.current = true;
    try {
      const answer = await send(values);
      done?.(answer);
    } catch (error) {
      const met = edit?.meets(error);
      if (met === 'saved') done?.();
      if (met) return;
      const messages = fieldMessages(error);
      form.setErrors(messages);
      focusFirstError();
      if (isSaidOnce && Object.keys(messages).length > 0) return;
      showFailure(messageOf(error, fallback), failed);
    } finally {
      isSending.current = false;
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSending.current) form.onSubmit(submit, focusFirstError)(event);
  };
  return { onSubmit, isBusy: form.submitting, isDirty: () => edit?.isDirty ?? form.isDirty() };
}
