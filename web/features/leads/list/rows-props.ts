import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Lead } from '#shared/leads/lead.ts';
import type { RowActions } from '#web/features/leads/list/LeadRow.tsx';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import type { FieldSettings, FieldsOf } from '#web/leads/fields/field-settings.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import type { ColumnWidths } from '#web/leads/list/table-preferences.ts';
import type { Selection } from '#web/leads/list/useSelection.ts';

/** The rows of a page of the list. */
export type ListProps = {
  rows: readonly Lead[];
  columns: readonly FieldKey[];
  fields: FieldSettings;
  state: ListState;
  onChange: ChangeList;
  selection: Selection;
  widths: ColumnWidths;
  /** Undefined gives the column the width of its content. */
  onWidth: (column: FieldKey, width: number | undefined) => void;
  /** Whether old rows show while new ones load. */
  isStale: boolean;
};

/** The props of table and cards: the rows, and their shared state. */
export type RowsProps = ListProps & {
  /** Shows the client of each row, for users with access to all clients. */
  clientName: ((clientId: string) => string | undefined) | undefined;
  /** The fields of each row's client; `fields` are those of the columns. */
  fieldsOf: FieldsOf;
  timeZone: string;
  lastOpened: string | undefined;
  actions: RowActions;
};
