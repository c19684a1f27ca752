import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useId, useState } from 'react';
import type { ComponentProps } from 'react';
import classes from './Plain.module.css';

type Props = ComponentProps<'input'> & {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
  /** For multi-line text. */
  isLong?: boolean;
};

/** A labelled input for the public pages. A password can be revealed. */
export function PlainField({ label, hint, error, isLong, ...input }: Props) {
  const id = useId();
  const attributes = {
    ...input,
    id,
    'aria-invalid': error !== undefined,
    'aria-describedby': error || hint ? `${id}-note` : undefined,
  };
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea {...(attributes as ComponentProps<'textarea'>)} rows={3} />
      ) : input.type === 'password' ? (
        <Secret {...attributes} />
      ) : (
        <input {...attributes} />
      )}
      {(error || hint) && (
        <p id={`${id}-note`} className={error ? classes.error : classes.hint}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

function Secret(attributes: ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={classes.secret}>
      <input {...attributes} type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        tabIndex={-1}
        aria-label="Show password"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
      </button>
    </div>
  );
}
