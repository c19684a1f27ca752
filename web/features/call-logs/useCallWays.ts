import { useLocation, useNavigate } from 'react-router';
import type { Step } from '#web/features/call-logs/useCallQueue.ts';
import { callWayOf } from '#web/leads/call-way.ts';
import { leadLink, listLink, listSearchOf } from '#web/leads/list-link.ts';
import { FROM_LIST } from '#web/leads/useLastOpened.ts';
import { paths } from '#web/paths.ts';

type Ways = {
  /** Goes back to the previous screen; to the lead list when the address was opened by itself. */
  cancel: () => void;
  toList: () => void;
  toReminders: () => void;
  /** Goes on to the next lead of the queue, else to the lead. */
  saved: (next: Step | undefined) => void;
};

/** The ways out of 'Log a Call'. The screen adds no step to the history: Back leads to the screen before it. */
export function useCallWays(leadId: string): Ways {
  const navigate = useNavigate();
  const location = useLocation();
  const { origin, hasMoved } = callWayOf(location);
  const listSearch = listSearchOf(location);
  const back = () => void navigate(-1);

  const toLead = () => {
    if (origin === 'lead' && !hasMoved) return back();
    const to = listSearch ? leadLink(leadId, listSearch) : paths.lead(leadId);
    return void navigate(to, { replace: true, state: origin === 'list' ? FROM_LIST : null });
  };
  return {
    cancel: () => (origin ? back() : void navigate(paths.leads)),
    toList: () => (origin === 'list' ? back() : void navigate(listLink(listSearch))),
    toReminders: () => (origin === 'reminders' ? back() : void navigate(paths.reminders)),
    saved: (next) => (next ? void navigate(next.to, { replace: true, state: next.state }) : toLead()),
  };
}
