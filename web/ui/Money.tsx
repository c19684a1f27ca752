import { formatMoney, shortMoney } from '#shared/values/money.ts';
import classes from '#web/ui/Figure.module.css';

/**
 * An amount on one line. Large ones are shortened, with the full figure in the title.
 */
export function Money({ amount, currency }: { amount: number | null; currency?: string }) {
  const [full, short] = [formatMoney(amount, currency), shortMoney(amount, currency)];
  return (
    <span className={classes.figure} title={full === short ? undefined : full}>
      {short}
    </span>
  );
}
