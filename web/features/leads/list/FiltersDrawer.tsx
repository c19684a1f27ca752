import { Button, Drawer } from '@mantine/core';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import { FilterFields } from '#web/leads/filters/FilterFields.tsx';
import classes from '#web/leads/filters/Filters.module.css';
import { activeFilters, withoutFilters } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { useFirstField } from '#web/lib/forms/useFirstField.ts';
import { useFocusReturn } from '#web/lib/hooks/useFocusReturn.ts';

type Props = { state: ListState; onChange: ChangeList; onClose: () => void };

/** All filters of the list. Each choice applies at once and is in the address. */
export function FiltersDrawer({ state, onChange, onClose }: Props) {
  useFocusReturn();
  const fields = useFirstField<HTMLDivElement>();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={380}
      title="Filters"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div ref={fields} className={classes.fields}>
        <FilterFields state={state} onChange={onChange} />
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={activeFilters(state).length === 0}
          onClick={() => onChange({ ...withoutFilters(), search: state.search })}
        >
          Reset Filters
        </Button>
        <Button onClick={onClose}>Show leads</Button>
      </div>
    </Drawer>
  );
}
