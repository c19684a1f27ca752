import { NativeSelect } from '@mantine/core';
import { useCallback } from 'react';
import { AUDIT_ACTIONS } from '#shared/accounts/audit.ts';
import { AuditList } from '#web/features/audit/AuditList.tsx';
import { useListParams } from '#web/lib/hooks/useListParams.ts';
import { DayRange } from '#web/ui/fields/DayRange.tsx';
import { SearchBar } from '#web/ui/lists/SearchBar.tsx';
import toolbar from '#web/ui/lists/Toolbar.module.css';

const ACTIONS = [
  { value: '', label: 'Everything' },
  ...Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label })),
];

export function AuditPanel() {
  const [params, change] = useListParams();
  const onSearch = useCallback((text: string) => change({ search: text }), [change]);
  return (
    <>
      <SearchBar
        label="Search the audit log"
        placeholder="Search by person, client or address..."
        search={params.search}
        onSearch={onSearch}
      >
        <NativeSelect
          className={toolbar.filter}
          size="xs"
          aria-label="What happened"
          data={ACTIONS}
          value={params.action}
          onChange={(event) => change({ action: event.currentTarget.value })}
        />
        <DayRange days={params} onChange={change} isCompact />
      </SearchBar>
      <AuditList params={params} onChange={change} />
    </>
  );
}
