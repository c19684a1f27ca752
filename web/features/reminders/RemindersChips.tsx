import { formatDay } from '#shared/values/dates.ts';
import { isNarrowed } from '#web/features/reminders/reminders-state.ts';
import type { RemindersState } from '#web/features/reminders/reminders-state.ts';
import { useUserName } from '#web/pickers/useUserName.ts';
import { Chip } from '#web/ui/lists/Chip.tsx';
import classes from '#web/ui/lists/Chip.module.css';

type Props = { state: RemindersState; onChange: (change: Partial<RemindersState>) => void };

/** The people, days and outcome with which a report opened the list, each with a button to remove it. */
export function RemindersChips({ state, onChange }: Props) {
  const { user_id, was_late, first_of_lead, from_date, to_date } = state;
  const isOneDay = from_date !== '' && from_date === to_date;
  const nameOf = useUserName(user_id);
  const words = (id: string) =>
    id === 'me' ? 'Me' : id === 'none' ? 'Unassigned' : (nameOf(id) ?? 'One user');
  if (!isNarrowed(state) && !was_late && !first_of_lead) return null;
  return (
    <ul className={classes.chips} aria-label="Active filters" data-flush>
      {user_id.length > 0 && (
        <Chip
          title="Person"
          text={user_id.map(words).join(', ')}
          onRemove={() => onChange({ user_id: [] })}
        />
      )}
      {isOneDay && (
        <Chip
          title="Due on"
          text={formatDay(from_date)}
          onRemove={() => onChange({ from_date: '', to_date: '' })}
        />
      )}
      {from_date && !isOneDay && (
        <Chip title="Due from" text={formatDay(from_date)} onRemove={() => onChange({ from_date: '' })} />
      )}
      {to_date && !isOneDay && (
        <Chip title="Due to" text={formatDay(to_date)} onRemove={() => onChange({ to_date: '' })} />
      )}
      {was_late && (
        <Chip
          title="Completed"
          text={was_late === 'true' ? 'Late' : 'On time'}
          onRemove={() => onChange({ was_late: '' })}
        />
      )}
      {first_of_lead && (
        <Chip title="Show" text="First follow-up per lead" onRemove={() => onChange({ first_of_lead: '' })} />
      )}
    </ul>
  );
}
