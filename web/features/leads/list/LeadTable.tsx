import { Fragment, useState } from 'react';
import { LeadRow } from '#web/features/leads/list/LeadRow.tsx';
import { SelectBox } from '#web/features/leads/list/SelectBox.tsx';
import type { RowsProps } from '#web/features/leads/list/rows-props.ts';
import { isNumeric } from '#web/leads/fields/field-settings.ts';
import { isSortable, sortedBy } from '#web/leads/list/list-state.ts';
import { columnWidth } from '#web/lib/column-width.ts';
import type { ColumnWidths } from '#web/leads/list/table-preferences.ts';
import { SortHeader } from '#web/ui/lists/SortHeader.tsx';
import classes from '#web/ui/lists/Table.module.css';

/** The leads as a table. Arrow keys move between rows, Space selects, Enter or a click opens a lead. */
export function LeadTable(props: RowsProps) {
  const { rows, columns, fields, state, onChange, clientName, timeZone, isStale, lastOpened } = props;
  const { selection, actions, widths, onWidth } = props;
  const [dragged, setDragged] = useState<ColumnWidths>({});
  const shown = { ...widths, ...dragged };
  const sized = Object.keys(shown).join(' ');
  return (
    <table className={classes.table} aria-busy={isStale}>
      <caption className={classes.caption}>Leads</caption>
      <thead>
        <tr>
          <th scope="col" className={classes.select} data-select-page>
            <SelectBox
              label="Select all leads on this page"
              state={selection.page}
              onToggle={selection.togglePage}
            />
          </th>
          {columns.map((column) => (
            <Fragment key={column}>
              <SortHeader
                width={shown[column]}
                onWidth={(width, isDone) => {
                  setDragged(isDone || width === undefined ? {} : { [column]: columnWidth(width) });
                  if (isDone) onWidth(column, width && columnWidth(width));
                }}
                label={fields.title(column)}
                isNumber={isNumeric(fields, column)}
                isName={column === 'name'}
                direction={state.sort_by === column ? state.sort_order : undefined}
                onSort={isSortable(column) ? () => onChange(sortedBy(state, column)) : undefined}
              />
              {clientName && column === 'name' && <SortHeader label="Client" />}
            </Fragment>
          ))}
          <th scope="col" className={classes.menu}>
            <span className={classes.caption}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((lead) => (
          <LeadRow
            key={lead.id}
            {...actions}
            lead={lead}
            columns={columns}
            fields={props.fieldsOf(lead)}
            clientName={clientName && (clientName(lead.clientId) ?? '-')}
            timeZone={lead.client_time_zone ?? timeZone}
            wasOpened={lead.id === lastOpened}
            isSelected={selection.has(lead.id)}
            sized={sized}
          />
        ))}
      </tbody>
    </table>
  );
}
