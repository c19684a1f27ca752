import { useState } from 'react';
import type { ApiPopup } from '#web/features/api-keys/api-popup.ts';
import { ApiKeyList } from '#web/features/api-keys/ApiKeyList.tsx';
import { ApiKeyToolbar } from '#web/features/api-keys/ApiKeyToolbar.tsx';
import { useApiKeys } from '#web/features/api-keys/useApiKeys.ts';
import { useListParams } from '#web/lib/hooks/useListParams.ts';
import { loadable } from '#web/lib/loadable.tsx';

const ApiKeyPopups = loadable(
  async () => (await import('#web/features/api-keys/ApiKeyPopups.tsx')).ApiKeyPopups,
);

export function KeysPanel() {
  const [params, change] = useListParams();
  const source = useApiKeys(params.page);
  const [selectedId, setSelectedId] = useState<string>();
  // A key that has been deactivated meanwhile, by anyone, is no longer selected.
  const selected = source.data?.data.api_keys.find(
    ({ id, status }) => id === selectedId && status === 'active',
  );
  const [popup, setPopup] = useState<ApiPopup>();
  return (
    <>
      <ApiKeyToolbar selected={selected} onOpen={setPopup} />
      <ApiKeyList source={source} onChange={change} selected={selected} onSelect={setSelectedId} />
      {popup && <ApiKeyPopups popup={popup} onOpen={setPopup} onClose={() => setPopup(undefined)} />}
    </>
  );
}
