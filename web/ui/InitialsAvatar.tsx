import { initials } from '#web/lib/names/initials.ts';
import classes from '#web/ui/InitialsAvatar.module.css';

/**
 * Initials on a quiet background; `round` for users, square for leads. Decorative, since the name is next to
 * it.
 */
export function InitialsAvatar({
  name,
  size = 24,
  round = false,
}: {
  name: string;
  size?: number;
  round?: boolean;
}) {
  return (
    <span
      className={classes.avatar}
      data-round={round || undefined}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.42) }}
      // The style sheet draws the letters, so that they are a picture and not text next to the name.
      data-initials={initials(name)}
      aria-hidden="true"
    />
  );
}
