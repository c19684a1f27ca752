import { Button } from '@mantine/core';
import Columns3Cog from 'lucide-react/icons/columns-3-cog';
import Columns3 from 'lucide-react/icons/columns-3';
import Download from 'lucide-react/icons/download';
import ListFilter from 'lucide-react/icons/list-filter';
import Rows3 from 'lucide-react/icons/rows-3';
import Upload from 'lucide-react/icons/upload';
import { useCallback } from 'react';
import type { ListTool } from '#web/features/leads/list/PhoneTools.tsx';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import { countFilters } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { useCan } from '#web/session/useCan.ts';
import { SearchBar } from '#web/ui/lists/SearchBar.tsx';
import { loadable } from '#web/lib/loadable.tsx';
import { LayoutSwitch } from '#web/ui/lists/LayoutSwitch.tsx';
import classes from '#web/ui/lists/Toolbar.module.css';
import { useIsPhone } from '#web/ui/useIsPhone.ts';

const PhoneTools = loadable(
  async () => (await import('#web/features/leads/list/PhoneTools.tsx')).PhoneTools,
  () => <span className={classes.tools} aria-hidden="true" />,
);

/** The popups of the lead list. */
export type ListPopup = 'import' | 'export' | 'settings' | 'filters';

type Props = { state: ListState; onChange: ChangeList; onOpen: (popup: ListPopup) => void };

const LAYOUTS = [
  { value: 'table', label: 'Table', icon: Rows3 },
  { value: 'board', label: 'Board', icon: Columns3 },
] as const;

/**
 * Search, table or board, Import, Export, Table Settings and Filters above the list. On a phone a menu has all
 * but the first and the last.
 */
export function ListToolbar({ state, onChange, onOpen }: Props) {
  const mayImport = useCan('leads.import');
  const mayExport = useCan('leads.export');
  const filters = countFilters(state);
  const search = useCallback((text: string) => onChange({ search: text }, { replace: true }), [onChange]);
  const isPhone = useIsPhone();
  const tools: ListTool[] = [
    ...(mayImport ? [{ label: 'Import', icon: Download, run: () => onOpen('import') }] : []),
    ...(mayExport ? [{ label: 'Export', icon: Upload, run: () => onOpen('export') }] : []),
    ...(state.layout === 'table'
      ? [{ label: 'Table Settings', icon: Columns3Cog, run: () => onOpen('settings') }]
      : []),
  ];
  return (
    <SearchBar label="Search leads" placeholder="Search leads..." search={state.search} onSearch={search}>
      {!isPhone && (
        <>
          <LayoutSwitch layouts={LAYOUTS} value={state.layout} onChange={(layout) => onChange({ layout })} />
          {tools.map(({ label, icon: Icon, run }) => (
            <Button
              key={label}
              variant="default"
              onClick={run}
              aria-haspopup="dialog"
              aria-label={label}
              title={label}
            >
              <Icon size={15} aria-hidden="true" />
              <span className={classes.word}>{label}</span>
            </Button>
          ))}
        </>
      )}
      <Button
        variant="default"
        leftSection={!isPhone && <ListFilter size={15} aria-hidden="true" />}
        onClick={() => onOpen('filters')}
        aria-haspopup="dialog"
      >
        Filters
        {filters > 0 && <span className={classes.count}>{filters}</span>}
      </Button>
      {isPhone && (
        <PhoneTools tools={tools} layout={state.layout} onLayout={(layout) => onChange({ layout })} />
      )}
    </SearchBar>
  );
}
