import type { Tone } from '#shared/fields/option-tones.ts';
import classes from '#web/ui/Badge.module.css';

export type { Tone };

type Props = {
  children: string;
  tone?: Tone;
  /** A dot marks statuses; labels like tags have none. */
  withDot?: boolean;
  /** Removes the tint next to a tinted badge that matters more. */
  isQuiet?: boolean;
};

/** A label on a quiet tint with a dot. The words carry the meaning, and the colour repeats it. */
export function Badge({ children, tone = 'neutral', withDot = false, isQuiet = false }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} data-quiet={isQuiet || undefined} title={children}>
      {withDot && <span className={classes.dot} aria-hidden="true" />}
      <span className={classes.label} dir="auto">
        {children}
      </span>
    </span>
  );
}
