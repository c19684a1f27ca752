import { useCallback, useRef, useState } from 'react';
import type { Lead } from '#shared/leads/lead.ts';

type Selected = Pick<Lead, 'id' | 'name' | 'clientId'>;

type State = {
  leads: ReadonlyMap<string, Selected>;
  /** True when every lead that matches the filters is selected, on this page or others. */
  isAll: boolean;
  /** The filters under which the selection was made. */
  scope: string;
};

export type Selection = {
  leads: ReadonlyMap<string, Selected>;
  isAll: boolean;
  has: (id: string) => boolean;
  /** The selected leads on this page. */
  page: 'none' | 'some' | 'all';
  /** Selects or deselects a lead. `isRange` includes the rows between this lead and the previous one. */
  toggle: (id: string, isRange: boolean) => void;
  togglePage: () => void;
  selectAll: () => void;
  clear: () => void;
};

/** The selected leads. They survive a change of page or sort order, but not of the filters (`scope`). */
export function useSelection(rows: readonly Lead[], scope: string): Selection {
  const [state, setState] = useState<State>({ leads: new Map(), isAll: false, scope });
  const anchor = useRef<string>(undefined);
  if (state.scope !== scope) setState({ leads: new Map(), isAll: false, scope });

  const change = useCallback(
    (update: (leads: Map<string, Selected>) => void) =>
      setState((current) => {
        const leads = new Map(current.isAll ? rows.map(entryOf) : current.leads);
        update(leads);
        return { ...current, leads, isAll: false };
      }),
    [rows],
  );
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      const from = isRange ? anchor.current : undefined;
      anchor.current = id;
      change((leads) => {
        const isOn = !leads.has(id);
        for (const lead of between(rows, from ?? id, id)) {
          if (isOn) leads.set(...entryOf(lead));
          else leads.delete(lead.id);
        }
      });
    },
    [rows, change],
  );
  const { leads, isAll } = state;
  const has = (id: string) => isAll || leads.has(id);
  const chosen = rows.filter(({ id }) => has(id)).length;
  const page = chosen === 0 ? 'none' : chosen === rows.length ? 'all' : 'some';
  return {
    leads,
    isAll,
    has,
    page,
    toggle,
    togglePage: () =>
      change((next) => {
        for (const lead of rows) {
          if (page === 'all') next.delete(lead.id);
          else next.set(...entryOf(lead));
        }
      }),
    selectAll: () => setState((current) => ({ ...current, isAll: true })),
    clear: () => setState({ leads: new Map(), isAll: false, scope }),
  };
}

function entryOf({ id, name, clientId }: Lead): [string, Selected] {
  return [id, { id, name, clientId }];
}

/**
 * The rows from one to the other, both included, in either direction; only the second if the first is gone.
 * @internal
 */
export function between<Row extends { id: string }>(rows: readonly Row[], from: string, to: string): Row[] {
  const end = rows.findIndex(({ id }) => id === to);
  const start = rows.findIndex(({ id }) => id === from);
  if (end < 0) return [];
  if (start < 0) return rows.slice(end, end + 1);
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}
