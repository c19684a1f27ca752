import { UnstyledButton } from '@mantine/core';
import X from 'lucide-react/icons/x';
import classes from './Chip.module.css';

type ChipProps = { title: string; text: string; onRemove: () => void };

/** An active filter with a button that removes it, as an item of a list with the class `chips`. */
export function Chip({ title, text, onRemove }: ChipProps) {
  return (
    <li className={classes.chip}>
      <span className={classes.title}>{title}</span>
      <span className={classes.value} title={text}>
        {text}
      </span>
      <UnstyledButton className={classes.remove} aria-label={`Remove filter ${title}`} onClick={onRemove}>
        <X size={13} aria-hidden="true" />
      </UnstyledButton>
    </li>
  );
}
