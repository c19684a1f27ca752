import { useCallback, useState } from 'react';
import { UserList, useUserList } from '#web/features/users/UserList.tsx';
import { UserToolbar } from '#web/features/users/UserToolbar.tsx';
import type { UserPopup } from '#web/features/users/user-popup.ts';
import { useListParams } from '#web/lib/hooks/useListParams.ts';
import { statusOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';

const UserPopups = loadable(async () => (await import('#web/pages/settings/UserPopups.tsx')).UserPopups);

export function UsersPanel() {
  const [params, change] = useListParams();
  const [popup, setPopup] = useState<UserPopup>();
  // The permission to see users may have been removed while the page was open.
  const isRefused = statusOf(useUserList(params).error) === 403;
  const search = useCallback((text: string) => change({ search: text }), [change]);
  return (
    <>
      {!isRefused && <UserToolbar params={params} onChange={change} onSearch={search} onOpen={setPopup} />}
      <UserList params={params} onChange={change} onOpen={setPopup} />
      {popup && <UserPopups popup={popup} onOpen={setPopup} onClose={() => setPopup(undefined)} />}
    </>
  );
}
