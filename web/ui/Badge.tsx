import type { Tone } from '#shared/option-tones.ts';
import classes from '#web/ui/Badge.module.css';

export type { Tone };

type Props = {
  children: string;
  tone?: Tone;
  /** A dot marks states; labels such as tags have none. */
  withDot?: boolean;
  /** Takes the tint away where a tinted badge of more weight stands beside. */
  isQuiet?: boolean;
};

/** A label on a quiet tint with a dot; the words carry the meaning, the colour repeats it. */
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
