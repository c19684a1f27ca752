import { Suspense, lazy, useCallback, useState } from 'react';
import { UserList } from '#web/features/users/UserList.tsx';
import { UserToolbar } from '#web/features/users/UserToolbar.tsx';
import { useListParams } from '#web/lib/useListParams.ts';

const AddUserDialog = lazy(async () => ({
  default: (await import('#web/features/users/AddUserDialog.tsx')).AddUserDialog,
}));

export function UsersPanel() {
  const [params, change] = useListParams();
  const [adds, setAdds] = useState(false);
  const search = useCallback((text: string) => change({ search: text }), [change]);
  return (
    <>
      <UserToolbar search={params.search} onSearch={search} onAdd={() => setAdds(true)} />
      <UserList params={params} onChange={change} />
      <Suspense>{adds && <AddUserDialog onClose={() => setAdds(false)} />}</Suspense>
    </>
  );
}
