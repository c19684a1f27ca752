import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#shared/values/dates.ts';
import { counted } from '#shared/values/numbers.ts';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import type { Factor } from '#shared/accounts/second-factor.ts';
import { query } from '#web/api/query.ts';
import { RecoveryCodesDialog } from '#web/features/second-factor/RecoveryCodesDialog.tsx';
import { messageOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import items from '#web/ui/lists/Items.module.css';
import { PartStates } from '#web/ui/states/PartStates.tsx';

const AddAppDialog = loadable(
  async () => (await import('#web/features/second-factor/AddAppDialog.tsx')).AddAppDialog,
);
const AddPasskeyDialog = loadable(
  async () => (await import('#web/features/second-factor/AddPasskeyDialog.tsx')).AddPasskeyDialog,
);
const RemoveFactorDialog = loadable(
  async () => (await import('#web/features/second-factor/RemoveFactorDialog.tsx')).RemoveFactorDialog,
);
const NewCodesDialog = loadable(
  async () => (await import('#web/features/second-factor/NewCodesDialog.tsx')).NewCodesDialog,
);

type Removal = { kind: 'app' | 'passkey'; factor: Factor };
type Popup = 'app' | 'passkey' | 'codes' | Removal;

/** The user's authenticator apps, passkeys and recovery codes, and how to add, remove and replace them. */
export function TwoStep({ timeZone }: { timeZone: string }) {
  const [popup, setPopup] = useState<Popup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setPopup(undefined);
  const list = useQuery(query(secondFactor.get, {}));
  return (
    <PartStates
      source={list}
      loading="Loading your second step..."
      failure={messageOf(list.error, 'Failed to load your second step')}
    >
      {({ data: { apps, passkeys, recoveryCodesLeft, isRequired } }) => {
        const factors = apps.length + passkeys.length;
        const part = { timeZone, mayRemove: factors > 1 || !isRequired, onRemove: setPopup };
        return (
          <>
            {factors === 0 && <p className={items.about}>Off. Your password alone signs you in.</p>}
            <Factors {...part} kind="passkey" label="Passkeys" factors={passkeys} />
            <Factors {...part} kind="app" label="Authenticator apps" factors={apps} />
            {factors > 0 && <p className={items.about}>{codesLeft(recoveryCodesLeft)}</p>}
            <div className={items.foot}>
              <Button variant="default" onClick={() => setPopup('passkey')}>
                Add passkey
              </Button>
              <Button variant="default" onClick={() => setPopup('app')}>
                Add authenticator app
              </Button>
              {factors > 0 && (
                <Button variant="default" onClick={() => setPopup('codes')}>
                  New recovery codes
                </Button>
              )}
            </div>
            {popup === 'app' && <AddAppDialog isFirst={factors === 0} onClose={close} />}
            {popup === 'passkey' && <AddPasskeyDialog isFirst={factors === 0} onClose={close} />}
            {popup === 'codes' && <NewCodesDialog onMade={setCodes} onClose={close} />}
            {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
            {typeof popup === 'object' && (
              <RemoveFactorDialog {...popup} isLast={factors === 1} onClose={close} />
            )}
          </>
        );
      }}
    </PartStates>
  );
}

const codesLeft = (left: number) =>
  left === 0
    ? 'No recovery codes left. Make new ones, or losing your phone will lock you out.'
    : `${counted(left, 'recovery code')} left.`;

type Props = {
  kind: Removal['kind'];
  label: string;
  factors: readonly Factor[];
  timeZone: string;
  mayRemove: boolean;
  onRemove: (removal: Removal) => void;
};

function Factors({ kind, label, factors, timeZone, mayRemove, onRemove }: Props) {
  const moment = (instant: string) => <time dateTime={instant}>{formatDateTime(instant, timeZone)}</time>;
  if (factors.length === 0) return null;
  return (
    <ul aria-label={label}>
      {factors.map((factor) => (
        <li key={factor.id} className={items.item}>
          <div className={items.body}>
            <p className={items.heading}>
              <b dir="auto">{factor.name}</b> {kind === 'passkey' && <Badge tone="blue">Passkey</Badge>}
            </p>
            <p className={items.about}>
              Added {moment(factor.createdAt)}
              {factor.lastUsedAt && <> · last used {moment(factor.lastUsedAt)}</>}
            </p>
          </div>
          {mayRemove && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Remove ${factor.name}`}
              onClick={() => onRemove({ kind, factor })}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
