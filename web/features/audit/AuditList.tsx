import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ScrollText from 'lucide-react/icons/scroll-text';
import { auditLog } from '#shared/accounts/audit.ts';
import type { AuditLine } from '#shared/accounts/audit.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import { roleLabel } from '#shared/accounts/permissions.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/audit/AuditList.module.css';
import { actionText, detailsText } from '#web/features/audit/audit-words.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import type { ChangeListParams, ListParams } from '#web/lib/hooks/useListParams.ts';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';

const columnsIn = (timeZone: string): readonly Column<AuditLine>[] => [
  { title: 'When', cell: ({ at }) => <time dateTime={at}>{formatDateTime(at, timeZone)}</time> },
  { title: 'What', cell: actionText },
  {
    title: 'Who',
    cell: ({ actor_name, actor_role }) =>
      actor_name ? `${actor_name}${actor_role ? ` (${roleLabel(actor_role)})` : ''}` : '-',
  },
  { title: 'Client', cell: ({ client_name }) => client_name ?? '-' },
  {
    title: 'About',
    cell: (line) => (
      <span className={classes.about}>
        {[line.object_name, detailsText(line, timeZone)].filter(Boolean).join(' · ') || '-'}
      </span>
    ),
  },
  { title: 'Address', cell: ({ address }) => address ?? '-' },
];

const NO_FILTERS = { search: '', action: '', from_date: '', to_date: '' };

type Props = { params: ListParams; onChange: ChangeListParams };

/** The audit log: actions with their users, newest first. */
export function AuditList({ params: { page, ...filters }, onChange }: Props) {
  const timeZone = useTimeZone();
  const asked = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const source = useQuery({
    ...query(auditLog.list, { query: { page: String(page), limit: '24', ...asked } }),
    placeholderData: keepPreviousData,
  });
  return (
    <DataList
      name="Audit log"
      source={source}
      rows={source.data?.data.entries}
      keyOf={({ id }) => id}
      columns={columnsIn(timeZone)}
      words={{
        loading: 'Loading the audit log...',
        failure: 'Failed to load the audit log',
        empty: 'Nothing found.',
      }}
      emptyIcon={ScrollText}
      emptyActions={
        Object.keys(asked).length > 0 && (
          <Button variant="default" onClick={() => onChange(NO_FILTERS)}>
            Show everything
          </Button>
        )
      }
      pagination={source.data?.pagination}
      onPage={(next, options) => onChange({ page: next }, options)}
    />
  );
}
