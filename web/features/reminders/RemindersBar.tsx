import ArrowRight from 'lucide-react/icons/arrow-right';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarRange from 'lucide-react/icons/calendar-range';
import Rows3 from 'lucide-react/icons/rows-3';
import { Link } from 'react-router';
import { inNumbers } from '#shared/values/numbers.ts';
import type { ReminderCounts } from '#shared/activities/reminders.ts';
import classes from '#web/features/reminders/Reminders.module.css';
import { shownCounts } from '#web/features/reminders/reminders-state.ts';
import type { Due, RemindersState } from '#web/features/reminders/reminders-state.ts';
import { listLink } from '#web/leads/list/list-link.ts';
import { DEFAULT_STATE, writeListState } from '#web/leads/list/list-state.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import chips from '#web/ui/fields/Choices.module.css';
import { Choices } from '#web/ui/fields/Choices.tsx';
import { LayoutSwitch } from '#web/ui/lists/LayoutSwitch.tsx';
import form from '#web/ui/fields/Form.module.css';

const VIEWS = [
  { value: 'list', label: 'List', icon: Rows3 },
  { value: 'week', label: 'Week', icon: CalendarRange },
  { value: 'month', label: 'Month', icon: CalendarDays },
] as const;
/** A calendar shows all follow-ups of its days. */
const NO_PART = { due: '', was_late: '', first_of_lead: '', from_date: '', to_date: '' } as const;

type Props = {
  state: RemindersState;
  counts: ReminderCounts | undefined;
  onChange: (change: Partial<RemindersState>) => void;
};

/** The two groups and the chips with their counts, and the leads without a next step. */
export function RemindersBar({ state, counts, onChange }: Props) {
  const choice = (value: string, label: string, count: number | undefined) => ({
    value,
    label,
    ...(count !== undefined && { hint: inNumbers(count) }),
  });
  const { seesAllClients } = useUser();
  const withoutNext = {
    ...DEFAULT_STATE,
    next_step: 'none' as const,
    ...(state.mine && { assigned_to: ['me'] }),
    client_id: state.client_id,
  };
  const list = state.view === 'list';
  const { groups, dues } = shownCounts(state, counts);
  return (
    <div className={classes.bar}>
      <LayoutSwitch
        layouts={VIEWS}
        value={state.view}
        onChange={(view) => onChange({ ...(view !== 'list' && NO_PART), view })}
      />
      <Choices
        title="Group"
        isTitleHidden
        choices={[
          choice('upcoming', 'Upcoming', groups?.upcoming),
          choice('completed', 'Completed', groups?.completed),
        ]}
        value={state.group}
        onChange={(group) =>
          onChange({ group: group as RemindersState['group'], due: '', was_late: '', first_of_lead: '' })
        }
      />
      {list && state.group === 'upcoming' && (
        <Choices
          title="Due"
          isTitleHidden
          isOptional
          choices={[
            choice('overdue', 'Overdue', dues?.overdue),
            choice('today', 'Today', dues?.today),
            choice('tomorrow', 'Tomorrow', dues?.tomorrow),
            choice('after_tomorrow', 'Later', dues?.after_tomorrow),
          ]}
          value={state.due}
          onChange={(due) => onChange({ due: due as Due })}
        />
      )}
      {counts && (
        <Link className={chips.chip} to={listLink(writeListState(withoutNext))}>
          No next step <span className={chips.hint}>{inNumbers(counts.no_next_step)}</span>
          <ArrowRight size={13} aria-hidden="true" />
        </Link>
      )}
      {seesAllClients && (
        <ClientSelect
          isLabelHidden
          placeholder="All clients"
          value={state.client_id || null}
          onChange={(id) => onChange({ client_id: id ?? '' })}
          clearable
        />
      )}
      <label className={form.check} htmlFor="only-mine">
        <CheckBox
          id="only-mine"
          checked={state.mine}
          onChange={(event) => onChange({ mine: event.currentTarget.checked, user_id: [] })}
        />
        <span>Only mine</span>
      </label>
    </div>
  );
}
