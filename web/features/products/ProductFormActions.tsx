import { Button } from '@mantine/core';
import classes from '#web/ui/fields/Form.module.css';

type Props = { label: string; isPending: boolean; onCancel: () => void };

/** The cancel button and the save button. */
export function ProductFormActions({ label, isPending, onCancel }: Props) {
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={onCancel} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending}>
        {label}
      </Button>
    </div>
  );
}
