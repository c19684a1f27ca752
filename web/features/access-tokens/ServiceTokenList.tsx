import { ActionIcon } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Bot from 'lucide-react/icons/bot';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { formatDate, formatDateTime } from '#shared/values/dates.ts';
import { serviceTokens } from '#shared/accounts/service-tokens.ts';
import type { ServiceToken } from '#shared/accounts/service-tokens.ts';
import { query } from '#web/api/query.ts';
import { RemoveTokenQuestion } from '#web/features/access-tokens/RemoveTokenQuestion.tsx';
import { ScopeBadge } from '#web/features/access-tokens/ScopeBadge.tsx';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import type { ChangeListParams } from '#web/lib/hooks/useListParams.ts';
import { useUser } from '#web/session/useSession.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';
import { AddButton } from '#web/ui/AddButton.tsx';

/** The columns, with times in this time zone. `now`, in milliseconds, is when the list was loaded. */
function columnsIn(timeZone: string, now: number): readonly Column<ServiceToken>[] {
  const moment = (instant: string | null, otherwise: string) =>
    instant ? <time dateTime={instant}>{formatDateTime(instant, timeZone)}</time> : otherwise;
  return [
    { title: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
    { title: 'Access', cell: ({ scope }) => <ScopeBadge scope={scope} /> },
    { title: 'Token', cell: ({ lastFour }) => `lst_…${lastFour}` },
    {
      title: 'Valid until',
      cell: ({ expiresAt }) =>
        expiresAt !== null && Date.parse(expiresAt) <= now ? (
          <Badge tone="red">Expired</Badge>
        ) : (
          moment(expiresAt, 'No expiry')
        ),
    },
    { title: 'Last used', cell: ({ lastUsedAt }) => moment(lastUsedAt, 'Never') },
    {
      title: 'Created',
      cell: ({ createdAt, createdByName }) => (
        <>
          <time dateTime={createdAt}>{formatDate(createdAt, timeZone)}</time>
          {createdByName && <> by {createdByName}</>}
        </>
      ),
    },
  ];
}

type Props = { page: number; onChange: ChangeListParams; onOpen: (popup: { kind: 'add' }) => void };

/** The service tokens of the clients that the user sees. Each can be removed. */
export function ServiceTokenList({ page, onChange, onOpen }: Props) {
  const { seesAllClients } = useUser();
  const [removed, setRemoved] = useState<ServiceToken>();
  const source = useQuery({
    ...query(serviceTokens.list, { query: { page: String(page), limit: '24' } }),
    placeholderData: keepPreviousData,
  });
  const columns = columnsIn(useTimeZone(), source.dataUpdatedAt);
  return (
    <>
      <DataList
        name="Service tokens"
        source={source}
        rows={source.data?.data.tokens}
        keyOf={({ id }) => id}
        columns={
          seesAllClients
            ? [...columns, { title: 'Client', cell: ({ clientName }: ServiceToken) => clientName }]
            : columns
        }
        actions={(token) => (
          <ActionIcon
            size={28}
            aria-label={`Remove ${token.name}, …${token.lastFour}`}
            title="Remove"
            onClick={() => setRemoved(token)}
          >
            <Trash2 size={16} aria-hidden="true" />
          </ActionIcon>
        )}
        words={{
          loading: 'Loading service tokens...',
          failure: 'An error occurred while loading the service tokens. Please try again.',
          failureTitle: 'Failed to Load Service Tokens',
          empty: 'No service tokens yet.',
          next: 'A company program with its own token keeps working after the person who set it up leaves.',
        }}
        emptyIcon={Bot}
        emptyActions={
          <AddButton onClick={() => onOpen({ kind: 'add' })}>Create your first service token</AddButton>
        }
        pagination={source.data?.pagination}
        onPage={(next, options) => onChange({ page: next }, options)}
      />
      {removed && <RemoveTokenQuestion token={removed} isService onClose={() => setRemoved(undefined)} />}
    </>
  );
}
