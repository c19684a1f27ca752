import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FocusEvent, ReactNode } from 'react';
import type { BoardColumn } from '#shared/leads/lead-board.ts';
import type { Lead } from '#shared/leads/lead.ts';
import classes from '#web/features/lead-board/Board.module.css';
import { BoardDrag } from '#web/features/lead-board/BoardDrag.tsx';
import { Column, columnName } from '#web/features/lead-board/Column.tsx';
import { dropId } from '#web/features/lead-board/board-drag.ts';
import { useBoard } from '#web/features/lead-board/useBoard.ts';
import type { Board } from '#web/features/lead-board/useBoard.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { SavingDialogs } from '#web/leads/in-place/SavingDialogs.tsx';
import { writeListState } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { useLastOpened } from '#web/leads/useLastOpened.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { ChooseClient } from '#web/pickers/ChooseClient.tsx';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { ListStates } from '#web/ui/lists/ListStates.tsx';
import { isFocusLost } from '#web/lib/focus-content.ts';
import { ownKey, readJson, writePreference } from '#web/lib/preferences.ts';

type Props = {
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  /**
   * Called with the reason why the board could not be loaded: a link may contain filters that no longer
   * exist.
   */
  onRefused: (error: unknown) => void;
  fields: FieldSettings;
  /** Shown instead of the columns when there are no leads at all. */
  empty: ReactNode;
};

const WORDS = {
  loading: 'Loading board...',
  failure: 'An error occurred',
  failureTitle: 'Error loading leads',
  again: 'Try Again',
};

/** The leads of one client in columns by status. */
export function LeadBoard({ state, onChange, onRefused, fields, empty }: Props) {
  const { seesAllClients } = useUser();
  const isReady = !seesAllClients || state.client_id !== '';
  const board = useBoard(state, fields, isReady);
  const { error } = board.board;
  const tellRefused = useEffectEvent(onRefused);
  useEffect(() => {
    if (error) tellRefused(error);
  }, [error]);
  if (!isReady)
    return (
      <ChooseClient
        onChoose={(client_id) => onChange({ client_id })}
        actions={
          <ClientSelect
            value={null}
            isLabelHidden
            onChange={(client_id) => onChange({ client_id: client_id ?? '' })}
          />
        }
      >
        Choose a client to see its board.
      </ChooseClient>
    );
  return (
    <ListStates source={board.board} words={WORDS}>
      {({ data: { columns } }) => (
        <>
          {columns.every(({ total }) => total === 0) ? (
            empty
          ) : (
            <Columns columns={columns} board={board} state={state} fields={fields} />
          )}
          <SavingDialogs saving={board.edits} />
        </>
      )}
    </ListStates>
  );
}

type ColumnsProps = {
  columns: readonly BoardColumn[];
  board: Board;
  state: ListState;
  fields: FieldSettings;
};

function Columns({ columns, board, state, fields }: ColumnsProps) {
  const mayMove = useCan('leads.write');
  const timeZone = useTimeZone();
  const lastOpened = useLastOpened(true);
  const folds = useFolds(state.client_id);
  // While a card is dragged, every column keeps its width.
  const [heldFolds, setHeldFolds] = useState<ReadonlySet<string | null>>();
  const { focusMoved, box, ...focus } = useFocusOfMoved(board);
  const options = columns.flatMap(({ status }) =>
    status === null ? [] : { value: status, label: columnName(status, fields) },
  );
  const columnOf = (status: string) => (options.some(({ value }) => value === status) ? status : null);
  const onMove = (lead: Lead, status: string) => {
    if (lead.status === status) return;
    focusMoved(lead.id, columnName(status, fields));
    board.move(lead, status);
  };
  // The lead's page reads this address without the user's default sort, so it is written relative to the
  // product's default.
  const listSearch = writeListState(state).toString();
  const cards = { fields, timeZone, listSearch, lastOpened, targets: mayMove ? options : [], onMove };
  const nameOf = (id: string) =>
    columnName(columns.find(({ status }) => dropId(status) === id)?.status ?? null, fields);
  const shown = columns.map((column) => withMoves(column, board.uncounted, columnOf));
  const isFolded = ({ status, total }: BoardColumn) => folds.isFolded(status, total === 0);
  return (
    <BoardDrag
      fields={fields}
      timeZone={timeZone}
      onMove={onMove}
      nameOf={nameOf}
      onLift={() => setHeldFolds(new Set(shown.filter(isFolded).map(({ status }) => status)))}
      onRelease={() => setHeldFolds(undefined)}
    >
      <div
        ref={box}
        {...focus}
        className={classes.board}
        role="group"
        aria-label="Board"
        aria-busy={board.board.isPlaceholderData}
        data-dragging={heldFolds ? true : undefined}
      >
        {shown.map((column) => {
          const { status } = column;
          return (
            <Column
              key={status ?? ''}
              column={column}
              list={board.list}
              pinned={board.pinned.filter((lead) => columnOf(lead.status) === status)}
              isPinned={(id) => board.pinned.some((lead) => lead.id === id)}
              isFolded={heldFolds ? heldFolds.has(status) : isFolded(column)}
              onFold={(fold) => folds.fold(status, fold)}
              cards={cards}
            />
          );
        })}
      </div>
    </BoardDrag>
  );
}

/** The counts of a column, including moves that are still being saved. */
function withMoves(
  column: BoardColumn,
  moves: Board['uncounted'],
  columnOf: (status: string) => string | null,
): BoardColumn {
  let { total, value } = column;
  for (const { lead, to } of moves) {
    const change = Number(columnOf(to) === column.status) - Number(columnOf(lead.status) === column.status);
    total += change;
    value += change * (lead.value ?? 0);
  }
  return { ...column, total, value };
}

/**
 * Focuses a card that was moved; in a folded column, the column's button. A card that an undo or a colleague moves
 * keeps the focus it had.
 */
function useFocusOfMoved({ edits, saving }: Pick<Board, 'edits' | 'saving'>) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ id: string; column: string }>(undefined);
  const focused = useRef<string>(undefined);
  useEffect(() => {
    if (focused.current && isFocusLost()) {
      const card = box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(focused.current)}"]`);
      card?.focus({ preventScroll: true });
    }
    // A question about the move comes first.
    if (!wanted.current || edits.asked) return;
    const { id, column } = wanted.current;
    const place = box.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(column)}"]`);
    const card = place?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] a[data-row]`);
    const target = card ?? place?.querySelector<HTMLElement>(':scope > button[aria-expanded="false"]');
    // A move that the question ended, or that ended without its card, takes no focus later.
    const isMoving = saving.some(({ lead }) => lead.id === id);
    if (target || !isMoving) wanted.current = undefined;
    if (!target || !isMoving) return;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return {
    box,
    // React reports neither for a card that it removes.
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target.closest<HTMLElement>('[data-card]')?.dataset['card'];
    },
    onBlur: () => {
      focused.current = undefined;
    },
    focusMoved: (id: string, column: string) => {
      wanted.current = { id, column };
    },
  };
}

/** The columns that the user has folded (true) or unfolded (false), by status; '' is "Other". */
type Folds = Readonly<Record<string, boolean>>;

/** Whether a column is a narrow strip: as the user chose in this browser, else when the column is empty. */
function useFolds(ofClient: string) {
  const { id, clientId } = useUser();
  const key = ownKey('board-folds', { id, clientId: clientId ?? (ofClient || null) });
  const [kept, setKept] = useState(() => ({ key, folds: stored(key) }));
  const folds = kept.key === key ? kept.folds : stored(key);
  return {
    isFolded: (status: string | null, isEmpty: boolean) => folds[status ?? ''] ?? isEmpty,
    fold: (status: string | null, isFolded: boolean) => {
      const next = { ...folds, [status ?? '']: isFolded };
      writePreference(key, JSON.stringify(next));
      setKept({ key, folds: next });
    },
  };
}

function stored(key: string): Folds {
  const value = readJson(key);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, folded]) => typeof folded === 'boolean'));
}
