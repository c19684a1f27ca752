import { formatDate } from '#shared/values/dates.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { Lead } from '#shared/leads/lead.ts';
import classes from '#web/features/lead-duplicates/MatchFacts.module.css';
import { statusTone } from '#web/leads/fields/tones.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useClientCalendar } from '#web/leads/useTimeZone.ts';
import { Badge } from '#web/ui/Badge.tsx';

type Facts = Pick<
  Lead,
  'name' | 'company_name' | 'status' | 'assigned_user_name' | 'last_contacted_at' | 'is_archived'
> & { is_deleted?: boolean };

/** Enough about a lead to tell whether it is the same person: status, owner, last contact. */
export function MatchFacts({ match, clientId }: { match: Facts; clientId?: string | undefined }) {
  const { timeZone } = useClientCalendar(clientId);
  const options = useFieldConfiguration(clientId).options('status');
  const contacted = match.last_contacted_at
    ? `last contacted ${formatDate(match.last_contacted_at, timeZone)}`
    : 'never contacted';
  return (
    <span className={classes.facts}>
      <span className={classes.first}>
        <span className={classes.name}>{match.name}</span>
        <Badge tone={statusTone(match.status, options)} withDot>
          {optionLabel(match.status, options)}
        </Badge>
        {match.is_archived && <span className={classes.flag}>Archived</span>}
        {match.is_deleted && <span className={classes.flag}>In trash</span>}
      </span>
      <span className={classes.second}>
        {match.company_name && `${match.company_name} · `}
        {match.assigned_user_name ?? 'Unassigned'} · {contacted}
      </span>
    </span>
  );
}
