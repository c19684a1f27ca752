import KeyRound from 'lucide-react/icons/key-round';
import type { ApiKey } from '#shared/accounts/api-keys.ts';
import { formatDate, formatDateTime } from '#shared/values/dates.ts';
import classes from '#web/features/api-keys/ApiKeys.module.css';
import type { useApiKeys } from '#web/features/api-keys/useApiKeys.ts';
import { useTimeZones } from '#web/leads/useTimeZone.ts';
import type { ChangeListParams } from '#web/lib/hooks/useListParams.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';

const STATUS = { active: 'Active', rotated: 'Rotated', revoked: 'Inactive' };

const columnsIn = (zone: (clientId: string) => string): readonly Column<ApiKey>[] => [
  { title: 'Client', cell: (key) => key.client_name },
  { title: 'API Key', cell: (key) => <code className={classes.masked}>{key.masked_api_key}</code> },
  {
    title: 'Allowed Origins',
    cell: (key) => (
      <ul>
        {key.allowed_origins.map((origin) => (
          <li key={origin}>{origin.replace(/^https:\/\//, '')}</li>
        ))}
      </ul>
    ),
  },
  {
    title: 'Status',
    cell: ({ status }) => (
      <Badge tone={status === 'active' ? 'green' : 'neutral'} withDot>
        {STATUS[status]}
      </Badge>
    ),
  },
  { title: 'Last Used', cell: (key) => formatDateTime(key.last_used_at, zone(key.client_id)) },
  { title: 'Created At', cell: (key) => formatDate(key.created_at, zone(key.client_id)) },
  {
    title: 'Updated At',
    cell: (key) => formatDate(key.revoked_at ?? key.rotated_at, zone(key.client_id)),
  },
];

type Props = {
  source: ReturnType<typeof useApiKeys>;
  onChange: ChangeListParams;
  selected: ApiKey | undefined;
  onSelect: (keyId: string) => void;
};

/** The keys. One can be selected to be rotated, deactivated or tried out. */
export function ApiKeyList({ source, onChange, selected, onSelect }: Props) {
  const keys = source.data?.data.api_keys;
  const zone = useTimeZones(keys?.map(({ client_id }) => client_id) ?? []);
  return (
    <DataList
      name="API keys"
      source={source}
      rows={keys}
      keyOf={({ id }) => id}
      columns={columnsIn(zone)}
      select={(key) => (
        <input
          className={classes.radio}
          type="radio"
          name="api-key"
          aria-label={`Select the key ${key.masked_api_key} of ${key.client_name}`}
          checked={selected?.id === key.id}
          disabled={key.status !== 'active'}
          onChange={() => onSelect(key.id)}
        />
      )}
      words={{
        loading: 'Loading keys...',
        failure: 'An error occurred while loading the API keys. Please try again.',
        failureTitle: 'Failed to Load API Keys',
        empty: 'No API keys found.',
        next: 'Create a key to receive leads from your website.',
      }}
      emptyIcon={KeyRound}
      pagination={source.data?.pagination}
      onPage={(next, options) => onChange({ page: next }, options)}
    />
  );
}
