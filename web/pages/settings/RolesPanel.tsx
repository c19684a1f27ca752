import { useCallback } from 'react';
import { RoleList } from '#web/features/roles/RoleList.tsx';
import { useListParams } from '#web/lib/hooks/useListParams.ts';
import { SearchBar } from '#web/ui/lists/SearchBar.tsx';

export function RolesPanel() {
  const [{ search }, change] = useListParams();
  const onSearch = useCallback((text: string) => change({ search: text }), [change]);
  return (
    <>
      <SearchBar label="Search roles" placeholder="Search roles..." search={search} onSearch={onSearch} />
      <RoleList search={search} />
    </>
  );
}
