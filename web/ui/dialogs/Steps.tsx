import Check from 'lucide-react/icons/check';
import classes from './Steps.module.css';

/** The current step of a sequence. */
export function Steps({ names, current }: { names: readonly string[]; current: number }) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {names.map((name, index) => (
        <li
          key={name}
          data-done={index < current || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={classes.mark} aria-hidden="true">
            {index < current ? <Check size={12} /> : index + 1}
          </span>
          <span className={classes.name}>{name}</span>
        </li>
      ))}
    </ol>
  );
}
