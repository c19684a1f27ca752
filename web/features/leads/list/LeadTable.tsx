import { leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { LeadRow } from '#web/features/leads/list/LeadRow.tsx';
import classes from '#web/features/leads/list/LeadTable.module.css';
import { SortHeader } from '#web/features/leads/list/SortHeader.tsx';
import { isSortable, sortedBy } from '#web/features/leads/list/list-state.ts';
import type { ListState } from '#web/features/leads/list/list-state.ts';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';

type Props = {
  rows: readonly Lead[];
  columns: readonly LeadFieldKey[];
  state: ListState;
  onChange: ChangeList;
  /** Names the client of each row, for users who see every client. */
  clientName?: ((clientId: string) => string | undefined) | undefined;
  timeZone: string;
  /** Old rows are shown while new ones are on their way. */
  isStale: boolean;
  lastOpened: string | undefined;
};

/** The leads as a table. Arrow keys move between rows, Enter and a click open one. */
export function LeadTable(props: Props) {
  const { rows, columns, state, onChange, clientName, timeZone, isStale, lastOpened } = props;
  return (
    <table className={classes.table} aria-busy={isStale}>
      <caption className={classes.caption}>Leads</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <SortHeader
              key={column}
              label={leadField(column).title}
              isNumber={leadField(column).type === 'money'}
              direction={state.sort_by === column ? state.sort_order : undefined}
              onSort={isSortable(column) ? () => onChange(sortedBy(state, column)) : undefined}
            />
          ))}
          {clientName && <SortHeader label="Client" />}
        </tr>
      </thead>
      <tbody>
        {rows.map((lead) => (
          <LeadRow
            key={lead.id}
            lead={lead}
            columns={columns}
            clientName={clientName && (clientName(lead.clientId) ?? '-')}
            timeZone={timeZone}
            wasOpened={lead.id === lastOpened}
          />
        ))}
      </tbody>
    </table>
  );
}
