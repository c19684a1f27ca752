import { isFieldKey } from '#shared/fields/custom-fields.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import { LEAD_FIELD_KEYS } from '#shared/fields/lead-fields.ts';
import type { LeadField, LeadFieldKey } from '#shared/fields/lead-fields.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { ImportPreview } from '#shared/leads/lead-import.ts';
import { formatMoney } from '#shared/values/money.ts';
import classes from './SampleRows.module.css';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useClientCalendar } from '#web/leads/useTimeZone.ts';

type Props = { rows: ImportPreview['sample']; clientId: string | null };

/** Users and products are named in the file. */
const NAMED: Record<string, LeadFieldKey> = { owner: 'assigned_to', product: 'product_id' };

/** The first leads, as they will be stored. */
export function SampleRows({ rows, clientId }: Props) {
  const { custom, field, title } = useFieldConfiguration(clientId);
  const used = [...LEAD_FIELD_KEYS, ...custom].filter((key) => rows.some((row) => row[key]));
  const others = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !isFieldKey(key));
  const columns = [
    ...used.map((key) => ({ key, title: title(key), entry: field(key) })),
    ...others.map((key) => ({ key, title: NAMED[key] ? title(NAMED[key]) : key, entry: undefined })),
  ];
  const { timeZone } = useClientCalendar(clientId);
  if (rows.length === 0) return null;
  return (
    <section aria-label="The first leads">
      <h3 className={classes.title}>The first leads</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only so can the keyboard scroll it */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label="The first leads, table">
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map(({ key, title: heading }) => (
                <th key={key} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {columns.map(({ key, entry }) => {
                  const text = readable(row[key], entry, timeZone);
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

/** The stored value of a field as the list would show it. */
function readable(stored: string | undefined, entry: LeadField | undefined, timeZone: string): string {
  if (!stored) return '-';
  if (!entry) return stored;
  const { type, options } = entry;
  if (type === 'datetime') return formatDateTime(stored, timeZone);
  if (type === 'money') return formatMoney(Number(stored));
  if (type === 'checkbox') return stored === 'true' ? 'Yes' : 'No';
  return options ? optionLabel(stored, options) : stored;
}
