import { useId } from 'react';
import classes from './Choices.module.css';

type Choice = {
  value: string;
  label: string;
  /** A text after the label: a count or a key. */
  hint?: string;
  /** The key that chooses this option, for screen readers. */
  shortcut?: string;
};

type Props = {
  title: string;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
  /** The name of the field. */
  name?: string;
  /** A second click on the chosen option clears it. */
  isOptional?: boolean;
  isTitleHidden?: boolean;
  className?: string | undefined;
};

/** A few options side by side, one of them chosen: radio buttons that look like chips. */
export function Choices(props: Props) {
  const { title, choices, value, onChange, name, isOptional = false, isTitleHidden, className = '' } = props;
  const id = useId();
  // Chromium sometimes steps from one unchosen radio button of a group to the next with Tab.
  const tabStop = choices.find((choice) => choice.value === value) ?? choices[0];
  return (
    <fieldset className={`${classes.group} ${className}`}>
      <legend className={classes.title} data-hidden={isTitleHidden || undefined}>
        {title}
      </legend>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.chip}>
          <input
            type="radio"
            name={name ?? id}
            value={choice.value}
            checked={choice.value === value}
            tabIndex={choice === tabStop ? 0 : -1}
            aria-keyshortcuts={choice.shortcut}
            onChange={() => onChange(choice.value)}
            onClick={() => {
              if (isOptional && choice.value === value) onChange('');
            }}
          />
          {choice.label}
          {choice.hint && (
            <span className={classes.hint} aria-hidden={choice.shortcut ? true : undefined}>
              {choice.hint}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
