import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { leadBoard } from '#shared/leads/lead-board.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { query } from '#web/api/query.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { useLeadSaving } from '#web/leads/in-place/useLeadSaving.ts';
import { filterQuery } from '#web/leads/list/list-query.ts';
import type { ListState } from '#web/leads/list/list-state.ts';

/** The maximum number of moved leads that stay at the top of their columns. */
const MOST_MOVED = 20;

/**
 * The columns of the board, and moving a lead to another one. A moved lead stays at the top of its new column
 * until the list changes: in sort order it might be far down.
 */
export function useBoard(state: ListState, fields: FieldSettings, isReady: boolean) {
  const { sort_by, sort_order } = state;
  const filters = filterQuery(state);
  const list = { ...filters, sort_by, sort_order };
  const board = useQuery({
    ...query(leadBoard.get, { query: list }),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
  const edits = useLeadSaving(() => fields);
  const { saving } = edits;
  const place = JSON.stringify(list);
  const [moved, setMoved] = useState<{ place: string; moves: readonly Move[] }>();
  const moves = moved?.place === place ? moved.moves : [];
  const ids = moves.map(({ id }) => id);
  const movesWithout = (id: string | undefined) => moves.filter((move) => move.id !== id);
  const found = useQuery({
    ...query(leads.list, { query: { ...filters, ids: ids.join(','), limit: String(MOST_MOVED), page: '1' } }),
    enabled: ids.length > 0 && !state.ids,
    placeholderData: keepPreviousData,
  });
  const title = fields.title('status');
  const words = ({ status }: Lead) => optionLabel(status, fields.options('status'));
  // Until the response arrives, the lead shows where the user put it.
  const going = saving.map(({ lead, shown }) => ({ ...lead, ...shown }));
  const stored = (found.data?.data ?? []).filter(({ id }) => !going.some((lead) => lead.id === id));
  const pinned = [...going, ...stored].toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  return {
    list,
    board,
    /** The leads at the top of their columns, which are left out below. */
    pinned: pinned.filter(({ id }) => ids.includes(id)),
    /** Moves that the column counts don't include yet. */
    uncounted: saving.flatMap(({ lead, shown }) =>
      board.dataUpdatedAt > movedAt(moves, lead) ? [] : [{ lead, to: shown.status ?? lead.status }],
    ),
    move: (lead: Lead, status: string) => {
      const move = { id: lead.id, at: Date.now() };
      setMoved({ place, moves: [move, ...movesWithout(lead.id)].slice(0, MOST_MOVED) });
      edits.save({ lead, field: 'status', value: status, shown: { status }, words, title });
    },
    edits: {
      ...edits,
      cancel: () => {
        setMoved({ place, moves: movesWithout(edits.asked?.lead.id) });
        edits.cancel();
      },
    },
    saving,
  };
}

export type Board = ReturnType<typeof useBoard>;

/** A lead that the user has moved, and when, in milliseconds: counts loaded later include it. */
type Move = { id: string; at: number };

const movedAt = (moves: readonly Move[], { id }: Lead): number =>
  moves.find((move) => move.id === id)?.at ?? 0;
