import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import type { SavedProvider } from '#shared/accounts/company-sign-in.ts';
import { counted } from '#shared/values/numbers.ts';
import { query, useSend } from '#web/api/query.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import items from '#web/ui/lists/Items.module.css';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

const ProviderDialog = loadable(
  async () => (await import('#web/features/company-sign-in/ProviderDialog.tsx')).ProviderDialog,
);

/** The provider with which the people of a client sign in, if there is one. */
export function CompanySignIn({ clientId }: { clientId: string }) {
  const [popup, setPopup] = useState<'form' | 'remove'>();
  const close = () => setPopup(undefined);
  const source = useQuery(query(companySignIn.get, { params: { id: clientId } }));
  const remove = useSend(companySignIn.remove);
  return (
    <PartStates source={source} loading="Loading company sign-in..." failure="Failed to load company sign-in">
      {({ data: { provider, redirectUri, logoutUri } }) => (
        <>
          {provider ? (
            <Summary provider={provider} />
          ) : (
            <p className={items.about}>Off. People sign in with email and password.</p>
          )}
          <div className={items.foot}>
            <Button variant="default" onClick={() => setPopup('form')}>
              {provider ? 'Edit company sign-in' : 'Set up company sign-in'}
            </Button>
            {provider && (
              <Button variant="default" onClick={() => setPopup('remove')}>
                Remove
              </Button>
            )}
          </div>
          {popup === 'form' && (
            <ProviderDialog
              clientId={clientId}
              provider={provider}
              addresses={{ redirectUri, logoutUri }}
              onClose={close}
            />
          )}
          {popup === 'remove' && provider && (
            <AskDialog
              title={`Remove ${provider.name}?`}
              text="Everyone will need a password. People who never had one need a password link. Anyone signed in through the provider is signed out."
              confirmLabel="Remove"
              isDangerous
              call={() => remove.mutateAsync({ params: { id: clientId } })}
              done={() => showSuccess('Company sign-in removed')}
              failed="Failed to remove the provider"
              onClose={close}
            />
          )}
        </>
      )}
    </PartStates>
  );
}

function Summary({ provider }: { provider: SavedProvider }) {
  const { name, issuer, domains, newcomers, isOnly, keepers } = provider;
  return (
    <div className={items.item}>
      <div className={items.body}>
        <p className={items.heading}>
          <b dir="auto">{name}</b>
        </p>
        <p className={items.about}>
          {issuer} · {domains.join(', ')}
        </p>
        <p className={items.about}>
          {newcomers === 'domain'
            ? 'Anyone with an email at these domains can sign in.'
            : 'New people need an invitation.'}{' '}
          {isOnly
            ? `Passwords are off, except for ${counted(keepers.length, 'admin')}.`
            : 'Passwords also work.'}
        </p>
      </div>
    </div>
  );
}
