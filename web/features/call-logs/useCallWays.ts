import { useLocation, useNavigate } from 'react-router';
import type { Step } from '#web/features/call-logs/queue/useCallQueue.ts';
import { callWayOf } from '#web/leads/ways/call-way.ts';
import { leadLink, listLink, listSearchOf } from '#web/leads/list/list-link.ts';
import { FROM_LIST } from '#web/leads/useLastOpened.ts';
import { paths } from '#web/paths.ts';

type Ways = {
  /** Returns to the previous screen, or to the lead list when the address was opened directly. */
  cancel: () => void;
  toList: () => void;
  toReminders: () => void;
  /** Goes on to another lead of the queue. */
  go: (step: Step) => void;
  /** Continues with the next lead of the queue, else with the lead itself. */
  saved: (next: Step | undefined) => void;
};

/** The exits of 'Log a Call'. The screen adds no history entry: Back leads to the screen before it. */
export function useCallWays(leadId: string): Ways {
  const navigate = useNavigate();
  const location = useLocation();
  const { origin, hasMoved } = callWayOf(location);
  const listSearch = listSearchOf(location);
  const back = () => void navigate(-1);
  const go = ({ to, state }: Step) => void navigate(to, { replace: true, state });

  const toLead = () => {
    if (origin === 'lead' && !hasMoved) return back();
    const to = listSearch ? leadLink(leadId, listSearch) : paths.lead(leadId);
    return void navigate(to, { replace: true, state: origin === 'list' ? FROM_LIST : null });
  };
  return {
    cancel: () => (origin ? back() : void navigate(paths.leads)),
    toList: () => (origin === 'list' ? back() : void navigate(listLink(listSearch))),
    toReminders: () => (origin === 'reminders' ? back() : void navigate(paths.reminders)),
    go,
    saved: (next) => (next ? go(next) : toLead()),
  };
}
