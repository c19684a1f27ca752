import { Button, Input } from '@mantine/core';
import { useState } from 'react';
import { CompanyForm } from '#web/pickers/CompanyForm.tsx';
import { useCan } from '#web/session/useCan.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';

type Props = { label?: string | undefined; onCreated: (clientId: string) => void };

/** Shown instead of a required choice of a client while there are none. */
export function FirstClient({ label = 'Client', onCreated }: Props) {
  const [isOpen, setOpen] = useState(false);
  const mayCreate = useCan('clients.manage');
  const close = () => setOpen(false);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={`There is no company yet.${mayCreate ? '' : ' Ask a Super Admin to create one.'}`}
    >
      {mayCreate && (
        <Button variant="default" mt={6} onClick={() => setOpen(true)} aria-haspopup="dialog">
          Create your company
        </Button>
      )}
      {isOpen && (
        <Dialog title="Create your company" size="small" onClose={close}>
          <CompanyForm
            onCreated={(clientId) => {
              onCreated(clientId);
              close();
            }}
          />
        </Dialog>
      )}
    </Input.Wrapper>
  );
}
