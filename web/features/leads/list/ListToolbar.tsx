import { Button } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import ListFilter from 'lucide-react/icons/list-filter';
import { useCallback } from 'react';
import { SearchBox } from '#web/features/leads/list/SearchBox.tsx';
import classes from '#web/features/leads/list/ListToolbar.module.css';
import { activeFilters } from '#web/features/leads/list/list-state.ts';
import type { ListState } from '#web/features/leads/list/list-state.ts';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import { useCan } from '#web/session/useCan.ts';

type Props = { state: ListState; onChange: ChangeList; onImport: () => void; onFilters: () => void };

/** Search, Import and Filters above the list. */
export function ListToolbar({ state, onChange, onImport, onFilters }: Props) {
  const mayImport = useCan('leads.import');
  const filters = activeFilters(state).length;
  const search = useCallback((text: string) => onChange({ search: text }, { replace: true }), [onChange]);
  return (
    <div className={classes.toolbar} role="search">
      <div className={classes.search}>
        <SearchBox value={state.search} onSearch={search} />
      </div>
      {mayImport && (
        <Button variant="default" leftSection={<Download size={15} aria-hidden="true" />} onClick={onImport}>
          Import
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<ListFilter size={15} aria-hidden="true" />}
        onClick={onFilters}
        aria-haspopup="dialog"
      >
        Filters
        {filters > 0 && <span className={classes.count}>{filters}</span>}
      </Button>
    </div>
  );
}
