import { leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import classes from '#web/features/leads/list/LeadTable.module.css';

const WIDTHS = [132, 150, 104, 96, 72, 80, 64, 112, 120, 90];

/** The table before its first rows: the same header and row heights, so that nothing moves when they come. */
export function LeadTableSkeleton({ columns, rows }: { columns: readonly LeadFieldKey[]; rows: number }) {
  return (
    <table className={classes.table} aria-hidden="true">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column}>
              <span className={classes.label}>{leadField(column).title}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {columns.map((column, index) => (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a shape, hidden from readers
              <td key={column}>
                <span
                  className={classes.bone}
                  style={{ width: (WIDTHS[(index + row * 3) % WIDTHS.length] ?? 96) * 0.8 }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
