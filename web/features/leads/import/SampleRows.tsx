import { LEAD_FIELD_KEYS, leadField } from '#shared/lead-fields.ts';
import { optionLabel } from '#shared/lead-options.ts';
import type { ImportPreview } from '#shared/lead-import.ts';
import classes from '#web/features/leads/import/SampleRows.module.css';

/** The first leads as they will be stored. */
export function SampleRows({ rows }: { rows: ImportPreview['sample'] }) {
  const used = LEAD_FIELD_KEYS.filter((key) => rows.some((row) => row[key]));
  const others = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (key) => !(LEAD_FIELD_KEYS as string[]).includes(key),
  );
  const columns = [
    ...used.map((key) => ({ key, title: leadField(key).title, options: leadField(key).options })),
    ...others.map((key) => ({ key, title: key === 'owner' ? 'Assigned To' : key, options: undefined })),
  ];
  if (rows.length === 0) return null;
  return (
    <section aria-label="The first leads">
      <h3 className={classes.title}>The first leads</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only so can the keyboard scroll it */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label="The first leads, table">
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map(({ key, title }) => (
                <th key={key} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {columns.map(({ key, options }) => {
                  const text = row[key] ? optionLabel(row[key], options) : '-';
                  return (
                    <td key={key} title={text}>
                      {text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
