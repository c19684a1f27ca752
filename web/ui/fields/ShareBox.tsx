import { CheckBox } from './CheckBox.tsx';
import classes from './Form.module.css';

type Props = { checked: boolean; onChange: (isShared: boolean) => void };

/** Whether everybody in the company gets the object of a form, or only its author. */
export function ShareBox({ checked, onChange }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the box inside is the control
    <label className={`${classes.check} ${classes.wide}`}>
      <CheckBox checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>Share with everybody in the company</span>
    </label>
  );
}
