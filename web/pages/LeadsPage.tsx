import { useMemo, useState } from 'react';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
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
import { useTablePreferences } from '#web/leads/list/useTablePreferences.ts';
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
  const [preferences, setPreferences] = useTablePreferences();
  const { state, change, dropped, refuse } = useListState(sortOf(preferences));
  const fields = useFieldConfiguration(state.client_id);
  const views = useLeadViews(state);
  // The user's Table Settings override the columns of the open view, until another view is opened.
  const [ownColumnsIn, setOwnColumnsIn] = useState<string>();
  if (ownColumnsIn !== undefined && ownColumnsIn !== state.view) setOwnColumnsIn(undefined);
  const viewColumns = ownColumnsIn === state.view ? undefined : views.active?.columns;
  const columns = useMemo(
    () => columnsInView(viewColumns, fields) ?? columnsOf(preferences, fields),
    [preferences, fields, viewColumns],
  );
  const [open, setOpen] = useState<ListPopup>();
  // The selected leads, instead of the whole list.
  const [exported, setExported] = useState<ListState>();
  const close = () => {
    setOpen(undefined);
    setExported(undefined);
  };
  const setWidth = (column: FieldKey, width: number | undefined) => {
    const { [column]: _, ...others } = preferences.widths ?? NO_WIDTHS;
    setPreferences({ ...preferences, widths: width === undefined ? others : { ...others, [column]: width } });
  };
  const empty = <NoLeads state={state} onChange={change} onImport={() => setOpen('import')} />;
  return (
    <div className={classes.page}>
      <ViewTabs views={views} state={state} sort={sortOf(preferences)} columns={columns} onOpen={change} />
      <ListToolbar state={state} onChange={change} onOpen={setOpen} />
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
            onExport={(chosen) => {
              setExported(chosen);
              setOpen('export');
            }}
            SelectionBar={SelectionBar}
          />
        )}
      </MessageProvider>
      {open === 'filters' && <FiltersDrawer state={state} onChange={change} onClose={close} />}
      {open === 'import' && <ImportDialog onClose={close} />}
      {open === 'export' && <ExportDialog state={exported ?? state} columns={columns} onClose={close} />}
      {open === 'settings' && (
        <TableSettingsDialog
          preferences={preferences}
          columns={columns}
          sort={state}
          fields={fields}
          onClose={close}
          onApply={(next, choosesColumns) => {
            setPreferences(next);
            if (choosesColumns) setOwnColumnsIn(state.view);
            change(sortOf(next));
            close();
          }}
        />
      )}
    </div>
  );
}
