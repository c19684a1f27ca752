import { NativeSelect } from '@mantine/core';
import type { Column } from '#web/features/reports/figure-columns.ts';

type Props<Figures> = {
  label: string;
  columns: readonly Column<Figures>[];
  column: Column<Figures>;
  /** Called with the key of a column. */
  onChange: (key: string) => void;
};

/** A select for the figure that a chart shows. */
export function FigureSelect<Figures>({ label, columns, column, onChange }: Props<Figures>) {
  return (
    <NativeSelect
      aria-label={label}
      size="xs"
      value={column.key}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={columns.map(({ key: value, title }) => ({ value, label: title }))}
    />
  );
}
