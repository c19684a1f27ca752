import { useMemo, useState } from 'react';
import { LeadList } from '#web/features/leads/list/LeadList.tsx';
import { ListToolbar } from '#web/features/leads/list/ListToolbar.tsx';
import type { ListPopup } from '#web/features/leads/list/ListToolbar.tsx';
import { useListState } from '#web/features/leads/list/useListState.ts';
import { ViewTabs } from '#web/features/lead-views/ViewTabs.tsx';
import { useLeadViews } from '#web/features/lead-views/useLeadViews.ts';
import { activeFilters } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { MessageProvider } from '#web/leads/messages/MessageProvider.tsx';
import { columnsInView, columnsOf, sortOf } from '#web/leads/list/table-preferences.ts';
import type { ColumnWidths } from '#web/leads/list/table-preferences.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useOwnColumns, useTablePreferences } from '#web/leads/list/useTablePreferences.ts';
import classes from '#web/pages/ListPage.module.css';
import { loadable } from '#web/lib/loadable.tsx';
import chips from '#web/ui/lists/Chip.module.css';
import { Waiting } from '#web/ui/states/Waiting.tsx';

// Reserves the height of a line of chips.
const FilterChips = loadable(
  async () => (await import('#web/features/leads/list/FilterChips.tsx')).FilterChips,
  () => (
    <div className={chips.chips} aria-hidden="true">
      <span className={chips.reset} />
    </div>
  ),
);
const NoLeads = loadable(async () => (await import('#web/features/leads/list/NoLeads.tsx')).NoLeads);
const FiltersDrawer = loadable(
  async () => (await import('#web/features/leads/list/FiltersDrawer.tsx')).FiltersDrawer,
);
const ImportDialog = loadable(
  async () => (await import('#web/features/lead-import/ImportDialog.tsx')).ImportDialog,
);
const ExportDialog = loadable(
  async () => (await import('#web/features/lead-export/ExportDialog.tsx')).ExportDialog,
);
const SelectionBar = loadable(
  async () => (await import('#web/features/lead-bulk/SelectionBar.tsx')).SelectionBar,
);
const TableSettingsDialog = loadable(
  async () =>
    (await import('#web/features/leads/table-settings/TableSettingsDialog.tsx')).TableSettingsDialog,
);

const LeadBoard = loadable(
  async () => (await import('#web/features/lead-board/LeadBoard.tsx')).LeadBoard,
  () => <Waiting label="Loading board..." />,
);

const NO_WIDTHS: ColumnWidths = Object.freeze({});

export function LeadsPage() {
  const { preferences, change: changePreferences, setWidth } = useTablePreferences();
  const { state, change, dropped, refuse } = useListState(sortOf(preferences));
  const fields = useFieldConfiguration(state.client_id);
  const views = useLeadViews(state);
  const ownColumns = useOwnColumns(state.view);
  const viewColumns = ownColumns.areShown ? undefined : views.active?.columns;
  const columns = useMemo(
    () => columnsInView(viewColumns, fields) ?? columnsOf(preferences, fields),
    [preferences, fields, viewColumns],
  );
  // An export may be of the selected leads, instead of the whole list.
  const [open, setOpen] = useState<{ popup: ListPopup; exported?: ListState }>();
  const close = () => setOpen(undefined);
  const empty = <NoLeads state={state} onChange={change} onImport={() => setOpen({ popup: 'import' })} />;
  return (
    <div className={classes.page}>
      <ViewTabs
        views={views}
        state={state}
        sort={sortOf(preferences)}
        columns={columns}
        ownColumns={ownColumns}
        onOpen={change}
      />
      <ListToolbar state={state} onChange={change} onOpen={(popup) => setOpen({ popup })} />
      {(activeFilters(state).length > 0 || dropped.length > 0) && (
        <FilterChips
          state={state}
          onChange={change}
          fields={fields}
          dropped={dropped}
          onDismiss={() => change({}, { replace: true })}
        />
      )}
      <MessageProvider>
        {state.layout === 'board' ? (
          <LeadBoard state={state} onChange={change} onRefused={refuse} fields={fields} empty={empty} />
        ) : (
          <LeadList
            state={state}
            onChange={change}
            onRefused={refuse}
            columns={columns}
            fields={fields}
            widths={preferences.widths ?? NO_WIDTHS}
            onWidth={setWidth}
            empty={empty}
            onExport={(exported) => setOpen({ popup: 'export', exported })}
            SelectionBar={SelectionBar}
          />
        )}
      </MessageProvider>
      {open?.popup === 'filters' && <FiltersDrawer state={state} onChange={change} onClose={close} />}
      {open?.popup === 'import' && <ImportDialog onClose={close} />}
      {open?.popup === 'export' && (
        <ExportDialog state={open.exported ?? state} columns={columns} onClose={close} />
      )}
      {open?.popup === 'settings' && (
        <TableSettingsDialog
          preferences={preferences}
          columns={columns}
          sort={state}
          fields={fields}
          onClose={close}
          onApply={(choose, choosesColumns) => {
            const next = changePreferences(choose);
            if (choosesColumns) ownColumns.show();
            change(sortOf(next));
            close();
          }}
        />
      )}
    </div>
  );
}
