import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import { formatDateTime } from '#shared/values/dates.ts';
import { counted } from '#shared/values/numbers.ts';
import { CREDENTIALS, CREDENTIALS_OF, OUTCOMES, SOURCE_KINDS, sources } from '#shared/company/sources.ts';
import type { Source } from '#shared/company/sources.ts';
import { isTelephony } from '#shared/activities/telephony.ts';
import { query } from '#web/api/query.ts';
import { SourceMenu } from '#web/features/sources/SourceMenu.tsx';
import classes from '#web/features/sources/Sources.module.css';
import type { OpenSourcePopup } from '#web/features/sources/source-popup.ts';
import type { ChangeListParams } from '#web/lib/hooks/useListParams.ts';
import { useTimeZones } from '#web/leads/useTimeZone.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUser } from '#web/session/useSession.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';
import { AddButton } from '#web/ui/AddButton.tsx';

const columnsIn = (zone: (clientId: string) => string): readonly Column<Source>[] => [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'From', cell: ({ kind }) => SOURCE_KINDS[kind] },
  {
    title: 'Status',
    cell: (source) => {
      const { tone, label } = stateOf(source);
      return (
        <Badge tone={tone} withDot>
          {label}
        </Badge>
      );
    },
  },
  {
    title: 'Last Delivery',
    cell: ({ clientId, last_delivery_at: at, last_outcome: outcome }) =>
      at && outcome ? `${formatDateTime(at, zone(clientId))}: ${OUTCOMES[outcome]}` : 'None yet',
  },
  { title: '7 Days', cell: ({ week }) => week, isNumber: true },
  {
    title: 'Note',
    cell: (source) => <span className={classes.words}>{noteOf(source, zone(source.clientId)) || '-'}</span>,
  },
];

function stateOf({ is_active, last_delivery_at, last_outcome }: Source) {
  if (!is_active) return { tone: 'neutral', label: 'Off' } as const;
  if (!last_delivery_at) return { tone: 'blue', label: 'Waiting' } as const;
  return last_outcome === 'failed' || last_outcome === 'refused'
    ? ({ tone: 'red', label: 'Needs Attention' } as const)
    : ({ tone: 'green', label: 'On' } as const);
}

/** Everything missing or wrong, and how reading from the portal went. */
function noteOf(source: Source, timeZone: string) {
  const { kind, credentials, ring, wrong_secrets, wrong_secret_at, pulled_at, pull_outcome } = source;
  // A telephone system needs its keys for click to call; an unknown one perhaps none.
  const needsKeys = !isTelephony(kind) || (ring !== null && kind !== 'telephony');
  const missing = CREDENTIALS_OF[kind].filter(
    (name) => needsKeys && name !== 'crm_key' && !credentials.includes(name),
  );
  return [
    missing.length > 0 && `Missing: ${missing.map((name) => CREDENTIALS[name]).join(', ')}.`,
    pull_outcome && `${formatDateTime(pulled_at, timeZone)}: ${pull_outcome}`,
    wrong_secrets > 0 &&
      `${counted(wrong_secrets, 'delivery', 'deliveries')} with a wrong secret, the latest on ${formatDateTime(wrong_secret_at, timeZone)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

type Props = { page: number; onChange: ChangeListParams; onOpen: OpenSourcePopup };

/** The sources of the clients that the user sees, each with its last delivery and its actions. */
export function SourceList({ page, onChange, onOpen }: Props) {
  const { seesAllClients } = useUser();
  const source = useQuery({
    ...query(sources.list, { query: { page: String(page), limit: '24' } }),
    placeholderData: keepPreviousData,
  });
  const rows = source.data?.data.sources;
  const ids = rows?.map(({ clientId }) => clientId) ?? [];
  const nameOf = useClientNames(ids);
  const own = columnsIn(useTimeZones(ids));
  const columns = seesAllClients
    ? [...own, { title: 'Client', cell: ({ clientId }: Source) => nameOf(clientId) ?? '' }]
    : own;
  return (
    <DataList
      name="Sources"
      source={source}
      rows={rows}
      keyOf={({ id }) => id}
      columns={columns}
      actions={(row) => <SourceMenu source={row} onOpen={onOpen} />}
      words={{
        loading: 'Loading sources...',
        failure: 'An error occurred while loading the sources. Please try again.',
        failureTitle: 'Failed to Load Sources',
        empty: 'No sources yet.',
        next: 'Leads from IndiaMART, JustDial, Google, Facebook and other programs arrive here automatically, and calls of your telephone system are logged automatically.',
      }}
      emptyIcon={Inbox}
      emptyActions={<AddButton onClick={() => onOpen({ kind: 'add' })}>Add your first source</AddButton>}
      pagination={source.data?.pagination}
      onPage={(next, options) => onChange({ page: next }, options)}
    />
  );
}
