import { useDraggable } from '@dnd-kit/core';
import { Link } from 'react-router';
import { formatDateTime } from '#shared/values/dates.ts';
import { QUIET_AFTER_DAYS } from '#shared/leads/lead-board.ts';
import type { Option } from '#shared/fields/lead-options.ts';
import type { Lead } from '#shared/leads/lead.ts';
import classes from '#web/features/lead-board/Board.module.css';
import { CardMenu } from '#web/features/lead-board/CardMenu.tsx';
import type { Dragged } from '#web/features/lead-board/board-drag.ts';
import { RowWays } from '#web/leads/ways/RowWays.tsx';
import { dueWords } from '#web/leads/due-words.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { leadLink } from '#web/leads/list/list-link.ts';
import { meaningIn } from '#web/leads/fields/status-meaning.ts';
import { FROM_LIST } from '#web/leads/useLastOpened.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { DragHandle } from '#web/ui/lists/DragHandle.tsx';
import { InitialsAvatar } from '#web/ui/InitialsAvatar.tsx';
import { Money } from '#web/ui/Money.tsx';

const DAY = 24 * 3_600_000;

/** Everything that the cards of a board share. */
export type CardProps = {
  fields: FieldSettings;
  timeZone: string;
  /** The query of the list's address, to which the lead's page returns. */
  listSearch: string;
  lastOpened: string | undefined;
  /** The columns to which a lead can be moved; empty for users who cannot change leads. */
  targets: readonly Option[];
  onMove: (lead: Lead, status: string) => void;
};

/** A lead on the board. Dragged anywhere on the card, or lifted by its handle with the keyboard. */
export function BoardCard({ lead, home, ...shared }: CardProps & Dragged) {
  const { targets, listSearch, onMove } = shared;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: lead.id,
    data: { lead, home } satisfies Dragged,
    disabled: targets.length === 0,
  });
  return (
    <li
      ref={setNodeRef}
      className={classes.card}
      data-card={lead.id}
      data-lifted={isDragging || undefined}
      data-opened={lead.id === shared.lastOpened || undefined}
      {...listeners}
    >
      <div className={classes.top}>
        <Link
          to={leadLink(lead.id, listSearch)}
          state={FROM_LIST}
          className={classes.name}
          title={lead.name}
          dir="auto"
          draggable={false}
          data-row={lead.id}
        >
          {lead.name}
        </Link>
        {targets.length > 0 && (
          <DragHandle label={lead.name} item={{ attributes, listeners, setActivatorNodeRef, isDragging }} />
        )}
        <CardMenu
          lead={lead}
          targets={targets.filter(({ value }) => value !== lead.status)}
          listSearch={listSearch}
          onMove={(status) => onMove(lead, status)}
        />
      </div>
      <CardFacts lead={lead} {...shared} />
    </li>
  );
}

/** The facts that help a user decide on the next step. */
export function CardFacts({
  lead,
  fields,
  timeZone,
}: Pick<CardProps, 'fields' | 'timeZone'> & { lead: Lead }) {
  const now = useNow();
  const { next_followup_date: next, assigned_user_name: owner } = lead;
  const zone = lead.client_time_zone ?? timeZone;
  const quiet = quietDays(lead, now);
  const isOpen = meaningIn(lead.status, fields) === 'open';
  const beside = lead.company_name ?? lead.product_name;
  return (
    <>
      {beside && (
        <p className={classes.beside} dir="auto" title={beside}>
          {beside}
        </p>
      )}
      {next && (
        <p className={classes.next}>
          <time dateTime={next}>{formatDateTime(next, zone)}</time>
          {' · '}
          <span data-late={(isOpen && Date.parse(next) < now) || undefined}>{dueWords(next, now, zone)}</span>
        </p>
      )}
      {isOpen && quiet >= QUIET_AFTER_DAYS && <p className={classes.quiet}>No activity for {quiet} days</p>}
      <div className={classes.foot}>
        {owner ? (
          <span className={classes.owner} title={owner}>
            <InitialsAvatar name={owner} size={20} round />
            <span dir="auto">{owner}</span>
          </span>
        ) : (
          <span className={classes.owner}>Unassigned</span>
        )}
        {lead.value !== null && <Money amount={lead.value} />}
        <span className={classes.ways}>
          <RowWays lead={lead} />
        </span>
      </div>
    </>
  );
}

/** The number of whole days since the last contact or change. */
function quietDays({ last_contacted_at, updated_at }: Lead, now: number): number {
  const last = Math.max(Date.parse(updated_at), last_contacted_at ? Date.parse(last_contacted_at) : 0);
  return Math.floor((now - last) / DAY);
}
