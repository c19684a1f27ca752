import { useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { PlainButton } from './PlainButton.tsx';
import { PlainField } from './PlainField.tsx';
import classes from './PlainForm.module.css';
import { PlainNotice } from './PlainNotice.tsx';

type Field<Name extends string> = {
  name: Name;
  label: string;
  type?: 'email' | 'password' | 'text';
  autoComplete: string;
  hint?: string;
};
type Values<Name extends string> = Record<Name, string>;

type Props<Name extends string> = {
  title: string;
  text: string;
  /** A notice above the form, shown before anything is sent. */
  notice?: ReactNode;
  /** Shown above the fields, and between them and the button. */
  above?: ReactNode;
  below?: ReactNode;
  fields: readonly Field<Name>[];
  /** Messages about inputs that are invalid before anything is sent, by field. */
  check: (values: Values<Name>) => Partial<Values<Name>>;
  /** Sends the values. Throws ApiError when the server rejects them. */
  send: (values: Values<Name>) => Promise<void>;
  action: string;
  /** Another way to the same end, with a button of its own. */
  other?: { action: string; send: () => Promise<void> } | undefined;
  /** The message for a failure without one. */
  fallback: string;
  children?: ReactNode;
};

/** The form of a public page. Errors of inputs show at the inputs, the server's message above them. */
export function PlainForm<Name extends string>(props: Props<Name>) {
  const { title, text, notice, above, below, fields, check, send, action, other, fallback, children } = props;
  const [errors, setErrors] = useState<Partial<Values<Name>>>({});
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);

  const start = async (form: HTMLFormElement | null, work: () => Promise<void>) => {
    setIsPending(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      const wrong = fieldMessages(error);
      const known = fields.filter(({ name }) => wrong[name]);
      if (known.length > 0) setErrors(wrong as Partial<Values<Name>>);
      else setFailure(messageOf(error, fallback));
      if (form) focus(form, known[0]?.name);
    } finally {
      setIsPending(false);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = valuesOf(event.currentTarget, fields);
    const wrong = check(values);
    setErrors(wrong);
    const first = fields.find(({ name }) => wrong[name]);
    if (first) focus(event.currentTarget, first.name);
    else void start(event.currentTarget, async () => await send(values));
  };
  return (
    <form className={classes.form} method="post" noValidate onSubmit={submit}>
      <div>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
      </div>
      {failure && <PlainNotice isFailure>{failure}</PlainNotice>}
      {!failure && notice && <PlainNotice>{notice}</PlainNotice>}
      {above}
      {fields.map((field, index) => (
        <PlainField key={field.name} {...field} required autoFocus={index === 0} error={errors[field.name]} />
      ))}
      {below}
      <PlainButton type="submit" isPending={isPending}>
        {action}
      </PlainButton>
      {other && (
        <PlainButton
          look="quiet"
          disabled={isPending}
          onClick={(event) => void start(event.currentTarget.form, other.send)}
        >
          {other.action}
        </PlainButton>
      )}
      {children && <div className={classes.aside}>{children}</div>}
    </form>
  );
}

/** Read from the form instead of state: password managers fill fields without events. */
function valuesOf<Name extends string>(form: HTMLFormElement, fields: readonly Field<Name>[]): Values<Name> {
  const values: Record<string, string> = {};
  for (const { name, type } of fields) {
    const value = form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
    values[name] = type === 'password' ? value : value.trim();
  }
  return values as Values<Name>;
}

function focus(form: HTMLFormElement, name: string | undefined): void {
  if (name) form.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
}
