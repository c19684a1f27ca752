import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import classes from '#web/ui/fields/Form.module.css';

type Props = { comeAlong: boolean; onChange: (comeAlong: boolean) => void };

/** Asks whether open follow-ups move to a lead's new assignee. */
export function ReminderChoice({ comeAlong, onChange }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the box inside is the control
    <label className={classes.check}>
      <CheckBox checked={comeAlong} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>Also move open follow-ups to the new assignee</span>
    </label>
  );
}
