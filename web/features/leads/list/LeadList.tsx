import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import CircleAlert from 'lucide-react/icons/circle-alert';
import SearchX from 'lucide-react/icons/search-x';
import UsersRound from 'lucide-react/icons/users-round';
import { Link } from 'react-router';
import { messageOf } from '#web/api/errors.ts';
import { LeadCards } from '#web/features/leads/list/LeadCards.tsx';
import classes from '#web/features/leads/list/LeadList.module.css';
import { LeadTable } from '#web/features/leads/list/LeadTable.tsx';
import { LeadTableSkeleton } from '#web/features/leads/list/LeadTableSkeleton.tsx';
import { activeFilters, withoutFilters } from '#web/features/leads/list/list-state.ts';
import type { ListState } from '#web/features/leads/list/list-state.ts';
import { useLeadList } from '#web/features/leads/list/useLeadList.ts';
import { useLastOpened } from '#web/features/leads/list/useLastOpened.ts';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import { useFieldConfiguration } from '#web/features/leads/configuration/useFieldConfiguration.ts';
import { useTimeZone } from '#web/features/leads/useTimeZone.ts';
import { paths } from '#web/paths.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUser } from '#web/session/useSession.ts';
import { PaginationFooter } from '#web/ui/PaginationFooter.tsx';
import { StateMessage } from '#web/ui/StateMessage.tsx';

type Props = { state: ListState; onChange: ChangeList };

/** The rows with their states: loading, failed, nothing found, nothing yet. */
export function LeadList({ state, onChange }: Props) {
  const { table: columns } = useFieldConfiguration();
  const { list, unfiltered } = useLeadList(state);
  const timeZone = useTimeZone();
  const names = useClientNames();
  const { seesAllClients } = useUser();
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const lastOpened = useLastOpened(list.data !== undefined);
  const clientName = seesAllClients ? names : undefined;

  if (list.isPending) {
    return (
      <div className={classes.scroll} data-loading>
        <p className={classes.announcement} role="status">
          Loading leads...
        </p>
        {!isPhone && <LeadTableSkeleton columns={columns} rows={state.limit} />}
      </div>
    );
  }
  if (list.isError && !list.data) {
    return (
      <StateMessage
        icon={CircleAlert}
        title="Error loading leads"
        isFailure
        actions={<Button onClick={() => void list.refetch()}>Try Again</Button>}
      >
        {messageOf(list.error, 'An error occurred')}
      </StateMessage>
    );
  }
  const { data: rows, pagination } = list.data;
  if (rows.length === 0) return <NoLeads state={state} onChange={onChange} />;
  const shared = { rows, clientName, timeZone, isStale: list.isPlaceholderData };
  return (
    <>
      <div className={classes.scroll}>
        {isPhone ? (
          <LeadCards {...shared} />
        ) : (
          <LeadTable
            {...shared}
            columns={columns}
            state={state}
            onChange={onChange}
            lastOpened={lastOpened}
          />
        )}
      </div>
      {pagination && (
        <PaginationFooter
          pagination={pagination}
          shown={rows.length}
          unfiltered={state.search ? unfiltered : undefined}
          onPage={(page) => onChange({ page })}
          onLimit={(limit) => onChange({ limit })}
        />
      )}
    </>
  );
}

/** Nothing matches, the page is past the end, or there is no lead at all: each with its way out. */
function NoLeads({ state, onChange }: Props) {
  if (state.page > 1) {
    return (
      <StateMessage
        icon={SearchX}
        title="No leads found"
        actions={<Button onClick={() => onChange({ page: 1 })}>Go to the first page</Button>}
      >
        The list ends before this page.
      </StateMessage>
    );
  }
  if (state.search || activeFilters(state).length > 0) {
    return (
      <StateMessage
        icon={SearchX}
        title="No leads found"
        actions={
          <Button variant="default" onClick={() => onChange(withoutFilters())}>
            Clear search and filters
          </Button>
        }
      >
        Try adjusting your search criteria or filters
      </StateMessage>
    );
  }
  return (
    <StateMessage
      icon={UsersRound}
      title="No leads found"
      actions={
        <Button component={Link} to={paths.createLead}>
          Add Lead
        </Button>
      }
    >
      Get started by adding your first lead
    </StateMessage>
  );
}
