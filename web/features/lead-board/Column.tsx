import { useDroppable } from '@dnd-kit/core';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import ChevronsLeft from 'lucide-react/icons/chevrons-left';
import { useState } from 'react';
import type { BoardColumn } from '#shared/leads/lead-board.ts';
import { leadBoard } from '#shared/leads/lead-board.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import classes from '#web/features/lead-board/Board.module.css';
import { BoardCard } from '#web/features/lead-board/BoardCard.tsx';
import type { CardProps } from '#web/features/lead-board/BoardCard.tsx';
import type { Board } from '#web/features/lead-board/useBoard.ts';
import { dropId } from '#web/features/lead-board/board-drag.ts';
import { meaningIn } from '#web/leads/fields/status-meaning.ts';
import { statusTone } from '#web/leads/fields/tones.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Money } from '#web/ui/Money.tsx';
import { PartFailure } from '#web/ui/states/PartFailure.tsx';
import { ShowMore } from '#web/ui/lists/ShowMore.tsx';
import { parts } from '#web/api/query.ts';

type Props = {
  column: BoardColumn;
  list: Board['list'];
  /** Leads shown at the top, regardless of their position in the list. */
  pinned: readonly Lead[];
  /** Whether a lead is shown at the top of some column. */
  isPinned: (id: string) => boolean;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
  cards: CardProps;
};

/** The name of a column. */
export function columnName(status: string | null, fields: FieldSettings): string {
  return status === null ? 'Other' : optionLabel(status, fields.options('status'));
}

/** The leads of a status, or a narrow strip that can be unfolded. */
export function Column({ column, list, pinned, isPinned, isFolded, onFold, cards }: Props) {
  const { status, total, totalIsCapped, value } = column;
  const { fields } = cards;
  const { leads, hasMore, isReading, isFailed, showMore } = useColumn(column, list);
  const { setNodeRef, isOver } = useDroppable({
    id: dropId(status),
    data: { status },
    disabled: status === null,
  });
  const name = columnName(status, fields);
  const count = inNumbers(total) + (totalIsCapped ? '+' : '');
  const tone = status === null ? 'neutral' : statusTone(status, fields.options('status'));
  const words = `${name}, ${count} ${total === 1 ? 'lead' : 'leads'}`;
  const isClosed = status !== null && meaningIn(status, fields) !== 'open';
  const shared = { ref: setNodeRef, 'data-column': name, 'data-over': isOver || undefined };
  if (isFolded)
    return (
      <section {...shared} className={classes.strip} aria-label={words}>
        <UnstyledButton
          className={classes.unfold}
          aria-label={`Expand ${name} ${count}`}
          aria-expanded="false"
          title={`Expand ${name}`}
          onClick={() => onFold(false)}
        >
          <span className={classes.upright}>{name}</span> <span>{count}</span>
        </UnstyledButton>
      </section>
    );
  const shown = [...pinned, ...leads.filter(({ id }) => !isPinned(id))];
  return (
    <section {...shared} className={classes.column} aria-label={words} data-closed={isClosed || undefined}>
      <header className={classes.head}>
        <h2>
          <Badge tone={tone} withDot isQuiet={isClosed}>
            {name}
          </Badge>
        </h2>
        <span className={classes.count}>{count}</span>
        <span className={classes.sum} aria-label={`Value of ${name}`} role="group">
          {value > 0 && <Money amount={value} />}
          {value > 0 && totalIsCapped && '+'}
        </span>
        <ActionIcon size={28} aria-label={`Collapse ${name}`} title="Collapse" onClick={() => onFold(true)}>
          <ChevronsLeft size={15} aria-hidden="true" />
        </ActionIcon>
      </header>
      <ul className={classes.cards} aria-label={name}>
        {shown.map((lead) => (
          <BoardCard key={lead.id} lead={lead} home={dropId(status)} {...cards} />
        ))}
        {shown.length === 0 && <li className={classes.nothing}>No leads</li>}
        {isFailed && (
          <li>
            <PartFailure onRetry={showMore}>Failed to load more leads</PartFailure>
          </li>
        )}
        {hasMore && !isFailed && (
          <li className={classes.more}>
            <ShowMore loading={isReading} onClick={showMore} />
          </li>
        )}
      </ul>
    </section>
  );
}

/** The leads of a column: those loaded with the board and, after "Show more", the further parts. */
function useColumn(column: BoardColumn, list: Board['list']) {
  const { status, leads, has_more } = column;
  const client = useQueryClient();
  const options = parts(
    leadBoard.column,
    (after) => ({ query: { ...list, ...(status !== null && { column: status }), ...(after && { after }) } }),
    (data) => (data.has_more ? data.leads.at(-1)?.id : undefined),
  );
  const key = options.queryKey;
  const [opened, setOpened] = useState(() => (client.getQueryData(key) ? JSON.stringify(key) : ''));
  const isOpen = opened === JSON.stringify(key);
  const more = useInfiniteQuery({ ...options, enabled: isOpen });
  const showMore = () => {
    if (!isOpen)
      client.setQueryData(key, { pages: [{ data: { leads, has_more } }], pageParams: [undefined] });
    setOpened(JSON.stringify(key));
    void more.fetchNextPage();
  };
  // A lead that moves between two parts while they load shows only once.
  const shown = new Map<string, Lead>();
  const read = isOpen ? more.data?.pages.flatMap(({ data }) => data.leads) : undefined;
  for (const lead of read ?? leads) shown.set(lead.id, lead);
  return {
    leads: [...shown.values()],
    hasMore: isOpen && more.data ? more.hasNextPage : has_more,
    isReading: more.isFetchingNextPage,
    isFailed: more.isFetchNextPageError,
    showMore,
  };
}
