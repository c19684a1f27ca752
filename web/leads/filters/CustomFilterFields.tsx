import { customName } from '#shared/custom-fields.ts';
import { readCustomFilters, writeCustomFilters } from '#shared/custom-filters.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { CustomFilter } from '#web/leads/filters/CustomFilter.tsx';
import classes from '#web/leads/filters/Filters.module.css';

type Props = {
  fields: FieldSettings;
  /** In the format that `writeCustomFilters` writes. */
  value: string;
  onChange: (value: string) => void;
  onWrong?: ((field: string, isWrong: boolean) => void) | undefined;
};

/** The filters by custom fields, except those shown in neither list nor form. */
export function CustomFilterFields({ fields, value, onChange, onWrong }: Props) {
  const filters = readCustomFilters(value) ?? {};
  const shown = fields.custom.filter(
    (key) => fields.table.includes(key) || fields.form.includes(key) || filters[customName(key)],
  );
  if (shown.length === 0) return null;
  return (
    <section className={classes.custom} aria-label="Custom fields">
      <h3>Custom fields</h3>
      {shown.map((key) => (
        <CustomFilter
          key={key}
          name={key}
          field={fields.field(key)}
          value={filters[customName(key)] ?? ''}
          onChange={(text) => onChange(writeCustomFilters({ ...filters, [customName(key)]: text }))}
          onWrong={onWrong}
        />
      ))}
    </section>
  );
}
