import { Select } from '@mantine/core';
import { DELIMITERS } from '#shared/leads/lead-import.ts';
import type { Delimiter, ImportPreview } from '#shared/leads/lead-import.ts';
import classes from './TableLayout.module.css';
import type { Import } from '#web/features/lead-import/useImport.ts';

const SIGNS: Record<Delimiter, string> = {
  comma: 'Comma ,',
  semicolon: 'Semicolon ;',
  tab: 'Tab',
  pipe: 'Vertical bar |',
};
const NAMES = Object.keys(DELIMITERS) as Delimiter[];

/**
 * How the file was read as a table, and a way to change that: the separator of a CSV file, the sheet of a
 * workbook.
 */
export function TableLayout({ preview, wizard }: { preview: ImportPreview; wizard: Import }) {
  const { delimiter, sheet, sheets } = preview;
  const read = (layout: { delimiter?: Delimiter | undefined; sheet?: string }) =>
    void wizard.preview(
      { ...layout, mapping: undefined, date_order: undefined, chosen: undefined },
      'columns',
    );
  const known = NAMES.find((name) => DELIMITERS[name] === delimiter);
  return (
    <div className={classes.layout}>
      {delimiter !== null && (
        <Select
          label="Separator"
          size="xs"
          data={[
            ...NAMES.map((value) => ({ value, label: SIGNS[value] })),
            ...(known ? [] : [{ value: delimiter, label: delimiter }]),
          ]}
          value={known ?? delimiter}
          onChange={(value) => read({ delimiter: NAMES.find((name) => name === value) })}
          allowDeselect={false}
        />
      )}
      {sheets.length > 1 && (
        <Select
          label={`Sheet (1 of ${sheets.length})`}
          size="xs"
          data={[...new Set(sheets)]}
          value={sheet}
          onChange={(value) => value !== null && read({ sheet: value })}
          searchable={sheets.length > 8}
          allowDeselect={false}
        />
      )}
    </div>
  );
}
