import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import PhoneCall from 'lucide-react/icons/phone-call';
import { Link } from 'react-router';
import { callLogs } from '#shared/activities/call-logs.ts';
import type { CallLog } from '#shared/activities/call-logs.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/call-logs/CallList.module.css';
import { STATUSES } from '#web/features/call-logs/call-words.ts';
import { callsQuery, useCallsState } from '#web/features/call-logs/calls-state.ts';
import { statusWords } from '#web/leads/calls/call-words.ts';
import { AssigneeFilter } from '#web/leads/filters/AssigneeFilter.tsx';
import { callTone } from '#web/leads/fields/tones.ts';
import { useClientCalendar } from '#web/leads/useTimeZone.ts';
import { paths } from '#web/paths.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';
import { DayRange } from '#web/ui/fields/DayRange.tsx';

const columnsIn = (timeZone: string): readonly Column<CallLog>[] => [
  {
    title: 'Lead',
    cell: ({ lead_id, lead_name }) => (
      <Link className={classes.lead} to={paths.lead(lead_id)} title={lead_name}>
        {lead_name}
      </Link>
    ),
  },
  { title: 'Person', cell: ({ user_name }) => user_name ?? 'Unknown caller' },
  {
    title: 'When',
    cell: ({ call_date, client_time_zone }) => (
      <time dateTime={call_date}>{formatDateTime(call_date, client_time_zone ?? timeZone)}</time>
    ),
  },
  {
    title: 'Status',
    cell: (call) => (
      <Badge tone={callTone(call.call_status)} withDot>
        {statusWords(call)}
      </Badge>
    ),
  },
  { title: 'Minutes', cell: ({ duration }) => String(duration), isNumber: true },
  { title: 'Note', cell: ({ notes }) => notes ?? '-' },
];

/** The calls of a period and of some people, newest first. */
export function CallList() {
  const { seesAllClients } = useUser();
  const [state, change] = useCallsState();
  const clientId = state.client_id || undefined;
  const { timeZone } = useClientCalendar(clientId);
  const source = useQuery({
    ...query(callLogs.list, { query: callsQuery(state) }),
    placeholderData: keepPreviousData,
  });
  const { page: _, ...filters } = state;
  const isFiltered = Object.values(filters).some((value) => value.length > 0);
  return (
    <>
      <div className={classes.bar}>
        {seesAllClients && (
          <ClientSelect
            placeholder="All clients"
            value={state.client_id || null}
            onChange={(id) => change({ client_id: id ?? '', user_id: [] })}
            clearable
          />
        )}
        <DayRange days={state} onChange={change} />
        <AssigneeFilter
          label="Person"
          clientId={clientId}
          value={state.user_id}
          onChange={(user_id) => change({ user_id })}
        />
        <NativeSelect
          label="Status"
          data={[
            { value: '', label: 'Any status' },
            ...STATUSES.map(({ value, label }) => ({ value, label })),
          ]}
          value={state.call_status}
          onChange={({ currentTarget }) => change({ call_status: currentTarget.value })}
        />
      </div>
      <DataList
        name="Calls"
        source={source}
        rows={source.data?.data}
        keyOf={({ id }) => id}
        columns={columnsIn(timeZone)}
        words={{
          loading: 'Loading calls...',
          failure: 'Failed to load calls',
          empty: 'No calls found',
          next: isFiltered
            ? 'Try other days, people or statuses.'
            : 'Log a call on a lead, and it appears here.',
        }}
        emptyIcon={PhoneCall}
        pagination={source.data?.pagination}
        onPage={(page, options) => change({ page }, options)}
      />
    </>
  );
}
