import type { Tone } from '#shared/option-tones.ts';
import classes from '#web/ui/Badge.module.css';

export type { Tone };

type Props = {
  children: string;
  tone?: Tone;
  /** A dot for states; labels such as tags go without. */
  withDot?: boolean;
  /** Without the tint, where a tinted badge of more weight stands beside it. */
  isQuiet?: boolean;
};

/** A quiet tint with a dot; the words carry the meaning, the colour repeats it. */
export function Badge({ children, tone = 'neutral', withDot = false, isQuiet = false }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} data-quiet={isQuiet || undefined} title={children}>
      {withDot && <span className={classes.dot} aria-hidden="true" />}
      <span className={classes.label}>{children}</span>
    </span>
  );
}
