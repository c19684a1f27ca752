import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Pagination } from '#shared/protocol/pagination.ts';
import { LeadRows } from '#web/features/leads/list/LeadRows.tsx';
import { useLeadList } from '#web/features/leads/list/useLeadList.ts';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { filterQuery } from '#web/leads/list/list-query.ts';
import { isUnassignedList } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import type { ColumnWidths } from '#web/leads/list/table-preferences.ts';
import { useSelection } from '#web/leads/list/useSelection.ts';
import type { Selection } from '#web/leads/list/useSelection.ts';
import { ListStates } from '#web/ui/lists/ListStates.tsx';
import { PaginationFooter } from '#web/ui/lists/PaginationFooter.tsx';

type Props = {
  state: ListState;
  onChange: ChangeList;
  /**
   * Called with the reason why the list could not be loaded: a link may contain filters that no longer exist.
   */
  onRefused: (error: unknown) => void;
  columns: readonly FieldKey[];
  fields: FieldSettings;
  widths: ColumnWidths;
  onWidth: (column: FieldKey, width: number | undefined) => void;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Opens the export of some leads. */
  onExport: (state: ListState) => void;
  /** The bar with the actions on the selected leads. */
  SelectionBar: ComponentType<{
    selection: Selection;
    state: ListState;
    onExport: (state: ListState) => void;
    pagination: Pagination;
    /** The number of rows on this page. */
    shown: number;
  }>;
};

const NO_ROWS: never[] = [];
const WORDS = {
  loading: 'Loading leads...',
  failure: 'An error occurred',
  failureTitle: 'Error loading leads',
  again: 'Try Again',
};

/** The rows and their states: loading, failed, nothing found, nothing yet. */
export function LeadList(props: Props) {
  const { state, onChange, onRefused, columns, fields, widths, onWidth, onExport, empty, SelectionBar } =
    props;
  const { list, unfiltered } = useLeadList(state);
  const tellRefused = useEffectEvent(onRefused);
  useEffect(() => {
    if (list.error) tellRefused(list.error);
  }, [list.error]);
  const filters = filterQuery(state);
  const rows = list.data?.data ?? NO_ROWS;
  const selection = useSelection(rows, JSON.stringify(filters));
  const isSelecting = selection.isAll || selection.leads.size > 0;
  // The bar's code loads with the first selection, or with leads to give out. The bar then stays, since it also
  // shows results.
  const [hasBar, setHasBar] = useState(false);
  if (!hasBar && (isSelecting || isUnassignedList(state))) setHasBar(true);

  const table = { titles: columns.map(fields.title), rows: state.limit, isSelectable: true };
  return (
    <ListStates source={list} words={WORDS} table={table}>
      {({ pagination }) => (
        <>
          {hasBar && pagination && (
            <SelectionBar
              selection={selection}
              state={state}
              onExport={onExport}
              pagination={pagination}
              shown={rows.length}
            />
          )}
          <LeadRows
            rows={rows}
            empty={empty}
            columns={columns}
            fields={fields}
            state={state}
            onChange={onChange}
            widths={widths}
            onWidth={onWidth}
            selection={selection}
            isStale={list.isPlaceholderData}
          />
          {pagination && rows.length > 0 && (
            <PaginationFooter
              pagination={pagination}
              shown={rows.length}
              unfiltered={state.search ? unfiltered : undefined}
              onPage={(page) => onChange({ page })}
              onLimit={(limit) => onChange({ limit })}
            />
          )}
        </>
      )}
    </ListStates>
  );
}
