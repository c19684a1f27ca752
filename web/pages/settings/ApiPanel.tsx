import { useState } from 'react';
import type { ApiKey } from '#shared/api-keys.ts';
import type { ApiPopup } from '#web/features/api-keys/api-popup.ts';
import { ApiKeyList } from '#web/features/api-keys/ApiKeyList.tsx';
import { ApiKeyToolbar } from '#web/features/api-keys/ApiKeyToolbar.tsx';
import { useListParams } from '#web/lib/useListParams.ts';
import { loadable } from '#web/lib/loadable.tsx';

const ApiKeyPopups = loadable(
  async () => (await import('#web/features/api-keys/ApiKeyPopups.tsx')).ApiKeyPopups,
);

export function ApiPanel() {
  const [params, change] = useListParams();
  const [selected, setSelected] = useState<ApiKey>();
  const [popup, setPopup] = useState<ApiPopup>();
  return (
    <>
      <ApiKeyToolbar selected={selected} onOpen={setPopup} />
      <ApiKeyList params={params} onChange={change} selected={selected} onSelect={setSelected} />
      {popup && (
        <ApiKeyPopups
          popup={popup}
          onOpen={setPopup}
          onClose={() => setPopup(undefined)}
          onEnded={() => setSelected(undefined)}
        />
      )}
    </>
  );
}
