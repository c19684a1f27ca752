import { Button } from '@mantine/core';
import SearchX from 'lucide-react/icons/search-x';
import UsersRound from 'lucide-react/icons/users-round';
import { Link } from 'react-router';
import { isRep } from '#shared/accounts/permissions.ts';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import { activeFilters, withoutFilters } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

type Props = { state: ListState; onChange: ChangeList; onImport: () => void };

/** Nothing matches, the page is past the end, or there are no leads at all: each with a way out. */
export function NoLeads({ state, onChange, onImport }: Props) {
  const sells = isRep(useUser().role.name);
  const mayImport = useCan('leads.import');
  const mayAdd = useCan('leads.write');
  if (state.page > 1) {
    return (
      <StateMessage
        icon={SearchX}
        title="No leads found"
        actions={<Button onClick={() => onChange({ page: 1 })}>Go to the first page</Button>}
      >
        There are no leads on this page.
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
  if (!mayAdd) return <StateMessage icon={UsersRound} title="No leads found" />;
  return (
    <StateMessage
      icon={UsersRound}
      title="No leads found"
      actions={
        <>
          <Button component={Link} to={paths.createLead} variant="default">
            Add Lead
          </Button>
          {mayImport && (
            <Button variant="default" onClick={onImport} aria-haspopup="dialog">
              Add from a file
            </Button>
          )}
        </>
      }
    >
      Get started by adding your first lead
      {sells && '. Leads assigned to you appear here too.'}
    </StateMessage>
  );
}
