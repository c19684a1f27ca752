import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { SORTABLE_FIELDS } from '#shared/fields/lead-fields.ts';
import { isSortable } from '#web/leads/list/list-state.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { ColumnList } from '#web/features/leads/table-settings/ColumnList.tsx';
import classes from '#web/features/leads/table-settings/TableSettingsDialog.module.css';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import type { ListSort } from '#web/leads/list/list-state.ts';
import {
  chosenColumns,
  columnOrder,
  columnsOf,
  orderAround,
  sortOf,
} from '#web/leads/list/table-preferences.ts';
import type { TablePreferences } from '#web/leads/list/table-preferences.ts';
import type { ChoosePreferences } from '#web/leads/list/useTablePreferences.ts';
import { useFirstField } from '#web/lib/forms/useFirstField.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import form from '#web/ui/fields/Form.module.css';

type Props = {
  preferences: TablePreferences;
  /** The shown columns: the user's own, or those of the open view. */
  columns: readonly FieldKey[];
  /** The list's current sort. */
  sort: ListSort;
  fields: FieldSettings;
  /** `choosesColumns`: the columns are a new choice, not only the sort. */
  onApply: (choose: ChoosePreferences, choosesColumns: boolean) => void;
  onClose: () => void;
};

const DIRECTIONS = [
  { value: 'asc', label: 'Asc' },
  { value: 'desc', label: 'Desc' },
];

const draftOf = ({ preferences, columns, sort, fields }: Props) => ({
  order: orderAround(columns, preferences, fields),
  visible: new Set(columns),
  choosesColumns: false,
  sort: { sort_by: sort.sort_by, sort_order: sort.sort_order },
  isDefault: false,
});

/** The user's settings for the list: sort, columns and their order. Nothing changes before Apply Settings. */
export function TableSettingsDialog(props: Props) {
  const { fields, onApply, onClose } = props;
  const [draft, setDraft] = useState(() => draftOf(props));
  const [isDirty, setIsDirty] = useState(false);
  const [said, setSaid] = useState('');
  const sorting = useFirstField<HTMLDivElement>();
  const change = (part: Partial<typeof draft>) => {
    setDraft((current) => ({ ...current, isDefault: false, ...part }));
    setIsDirty(true);
  };
  const changeColumns = (part: Partial<typeof draft>) => change({ choosesColumns: true, ...part });
  const toggle = (key: FieldKey) => {
    const visible = new Set(draft.visible);
    const isShown = !visible.delete(key);
    if (isShown) visible.add(key);
    changeColumns({ visible });
    setSaid(`${isShown ? 'Shown' : 'Hidden'} column: ${fields.title(key)}`);
  };
  const reset = () => {
    const order = columnOrder({}, fields);
    changeColumns({ order, visible: new Set(columnsOf({}, fields)), sort: sortOf({}), isDefault: true });
    setSaid('The default columns and sort order are restored.');
  };
  const apply = () => {
    const { order, visible, sort: chosen, isDefault, choosesColumns } = draft;
    // Without own preferences, the list follows later changes to the client's configuration.
    if (isDefault) return onApply(() => ({}), true);
    // A new sort leaves the user's own columns alone while a view shows others.
    const choose: ChoosePreferences = (now) => ({
      ...(choosesColumns ? chosenColumns(now, fields, order, visible) : now),
      sort: chosen,
    });
    return onApply(choose, choosesColumns);
  };
  return (
    <Dialog title="Table Settings" onClose={onClose} isDirty={() => isDirty} question={QUESTION}>
      <div ref={sorting} className={classes.sort}>
        <Select
          label="Sort by"
          data={SORTABLE_FIELDS.filter(isSortable).map((key) => ({ value: key, label: fields.title(key) }))}
          value={draft.sort.sort_by}
          onChange={(key) => change({ sort: { ...draft.sort, sort_by: key as ListSort['sort_by'] } })}
          allowDeselect={false}
        />
        <Select
          label="Direction"
          data={DIRECTIONS}
          value={draft.sort.sort_order}
          onChange={(order) =>
            change({ sort: { ...draft.sort, sort_order: order as ListSort['sort_order'] } })
          }
          allowDeselect={false}
        />
      </div>
      <ColumnList
        order={draft.order}
        visible={draft.visible}
        fields={fields}
        onOrder={(order) => changeColumns({ order })}
        onToggle={toggle}
      />
      <p className={classes.said} role="status">
        {said}
      </p>
      <div className={`${form.actions} ${classes.actions}`}>
        <Button
          variant="subtle"
          color="gray"
          onClick={() => changeColumns({ visible: new Set(draft.order) })}
        >
          Show All
        </Button>
        <Button className={classes.reset} variant="subtle" color="gray" onClick={reset}>
          Reset to Default
        </Button>
        <Button onClick={apply}>Apply Settings</Button>
      </div>
    </Dialog>
  );
}

const QUESTION = {
  title: 'Discard these settings?',
  text: 'They haven’t been applied.',
  keep: 'Keep editing',
  leave: 'Discard',
};
