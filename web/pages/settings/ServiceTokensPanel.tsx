import { Button } from '@mantine/core';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { ServiceTokenList } from '#web/features/access-tokens/ServiceTokenList.tsx';
import { useListParams } from '#web/lib/hooks/useListParams.ts';
import { loadable } from '#web/lib/loadable.tsx';
import classes from '#web/ui/lists/Toolbar.module.css';

const NewTokenDialog = loadable(
  async () => (await import('#web/features/access-tokens/NewTokenDialog.tsx')).NewTokenDialog,
);

/** The tokens of the client's own programs, with the form for a new one. */
export function ServiceTokensPanel() {
  const [params, change] = useListParams();
  const [isNew, setIsNew] = useState(false);
  return (
    <>
      <div className={classes.toolbar}>
        <Button
          variant="default"
          leftSection={<Plus size={15} aria-hidden="true" />}
          onClick={() => setIsNew(true)}
          aria-haspopup="dialog"
        >
          New Service Token
        </Button>
      </div>
      <ServiceTokenList page={params.page} onChange={change} onAdd={() => setIsNew(true)} />
      {isNew && <NewTokenDialog kind="service" onClose={() => setIsNew(false)} />}
    </>
  );
}
