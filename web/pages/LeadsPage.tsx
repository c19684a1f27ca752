import { Suspense, lazy, useState } from 'react';
import { FilterChips } from '#web/features/leads/list/FilterChips.tsx';
import { LeadList } from '#web/features/leads/list/LeadList.tsx';
import { ListToolbar } from '#web/features/leads/list/ListToolbar.tsx';
import { useListState } from '#web/features/leads/list/useListState.ts';
import classes from '#web/pages/LeadsPage.module.css';

const FiltersDrawer = lazy(async () => ({
  default: (await import('#web/features/leads/list/FiltersDrawer.tsx')).FiltersDrawer,
}));
const ImportDialog = lazy(async () => ({
  default: (await import('#web/features/leads/import/ImportDialog.tsx')).ImportDialog,
}));

export default function LeadsPage() {
  const [state, change] = useListState();
  const [open, setOpen] = useState<'filters' | 'import'>();
  const close = () => setOpen(undefined);
  return (
    <div className={classes.page}>
      <ListToolbar
        state={state}
        onChange={change}
        onImport={() => setOpen('import')}
        onFilters={() => setOpen('filters')}
      />
      <FilterChips state={state} onChange={change} />
      <LeadList state={state} onChange={change} />
      <Suspense>
        {open === 'filters' && <FiltersDrawer state={state} onChange={change} onClose={close} />}
        {open === 'import' && <ImportDialog onClose={close} />}
      </Suspense>
    </div>
  );
}
