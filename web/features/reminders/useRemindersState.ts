import { useSearchParams } from 'react-router';
import { readRemindersState, writeRemindersState } from '#web/features/reminders/reminders-state.ts';
import type { RemindersState } from '#web/features/reminders/reminders-state.ts';
import { useWhoseDay } from '#web/leads/useWhoseDay.ts';
import { currentSearch } from '#web/lib/address/current-search.ts';

type Places = {
  state: RemindersState;
  /**
   * Changes the address, back to its first page. A changed choice of mine or everybody's is remembered for
   * the next visit.
   */
  change: (part: Partial<RemindersState>) => void;
  /** The address of another page. */
  pageLink: (page: number) => string;
  /** The address of the list of one day. */
  dayLink: (day: string) => string;
};

/** The state of Follow Ups, which is in the address. */
export function useRemindersState(): Places {
  const [search, setSearch] = useSearchParams();
  const [whose, choose] = useWhoseDay();
  const usuallyMine = whose === 'me';
  const state = readRemindersState(search, usuallyMine);
  return {
    state,
    change: (part) => {
      if (part.mine !== undefined) choose(part.mine ? 'me' : 'team');
      const current = readRemindersState(currentSearch(), usuallyMine);
      setSearch(writeRemindersState({ ...current, page: 1, ...part }, part.mine ?? usuallyMine));
    },
    pageLink: (page) => `?${writeRemindersState({ ...state, page }, usuallyMine)}`,
    dayLink: (day) => {
      const ofDay = { ...state, view: 'list', from_date: day, to_date: day, page: 1 } as const;
      return `?${writeRemindersState(ofDay, usuallyMine)}`;
    },
  };
}
