import { ActionIcon } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { Fragment, memo } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { RowWays } from '#web/leads/ways/RowWays.tsx';
import { SelectBox } from '#web/features/leads/list/SelectBox.tsx';
import { LeadFieldValue } from '#web/leads/fields/LeadFieldValue.tsx';
import { isNumeric } from '#web/leads/fields/field-settings.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { EditableValue } from '#web/leads/in-place/EditableValue.tsx';
import { isEditable } from '#web/leads/in-place/edits.ts';
import type { EditField } from '#web/leads/in-place/edits.ts';
import { leadLink } from '#web/leads/list/list-link.ts';
import { FROM_LIST } from '#web/leads/useLastOpened.ts';
import { InitialsAvatar } from '#web/ui/InitialsAvatar.tsx';
import classes from '#web/ui/lists/Table.module.css';

/**
 * Functions by which rows and cards act on a lead. They are stable, so that a change renders only one row.
 */
export type RowActions = {
  /** The query of the list's address, to which the lead's page returns. */
  listSearch: string;
  onSelect: (id: string, isRange: boolean) => void;
  onMenu: (lead: Lead, anchor: HTMLElement) => void;
  /** Opens the editor of a cell; absent for users who cannot change leads. */
  onEdit: EditField | undefined;
};

type Props = RowActions & {
  lead: Lead;
  columns: readonly FieldKey[];
  fields: FieldSettings;
  clientName: string | undefined;
  timeZone: string;
  wasOpened: boolean;
  isSelected: boolean;
  /** The columns whose width the user has set, separated by spaces. */
  sized: string;
};

/** A lead in the table. Its name is the link, and the whole row is clickable. */
export const LeadRow = memo(function LeadRow(props: Props) {
  const { lead, columns, fields, clientName, timeZone, wasOpened, isSelected, onSelect, onEdit } = props;
  const sized = props.sized.split(' ');
  const navigate = useNavigate();
  const shown = { lead, fields, timeZone, isShort: true };
  const to = leadLink(lead.id, props.listSearch);
  const open = (event: MouseEvent) => {
    const isControl = (event.target as HTMLElement).closest('a, button, label');
    // Selecting text to copy doesn't open the lead.
    if (isControl || getSelection()?.toString()) return;
    void navigate(to, { state: FROM_LIST });
  };
  const onKey = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== ' ') return moveToRow(event);
    event.preventDefault();
    onSelect(lead.id, event.shiftKey);
  };
  return (
    <tr
      className={classes.row}
      onClick={open}
      onKeyDown={moveInRow}
      data-opened={wasOpened || undefined}
      data-selected={isSelected || undefined}
    >
      <td className={classes.select}>
        <SelectBox
          label={`Select ${lead.name}`}
          state={isSelected ? 'all' : 'none'}
          onToggle={(isRange) => onSelect(lead.id, isRange)}
        />
      </td>
      {columns.map((column) =>
        column === 'name' ? (
          <Fragment key={column}>
            <NameCell lead={lead} to={to} isSized={sized.includes(column)} onKey={onKey} />
            {clientName && (
              <td>
                <span className={classes.client} title={clientName}>
                  {clientName}
                </span>
              </td>
            )}
          </Fragment>
        ) : (
          <td
            key={column}
            data-number={isNumeric(fields, column) || undefined}
            data-sized={sized.includes(column) || undefined}
          >
            {onEdit && isEditable(column) ? (
              <EditableValue {...shown} field={column} onEdit={onEdit} isInRow />
            ) : (
              <LeadFieldValue {...shown} field={column} />
            )}
          </td>
        ),
      )}
      <td className={classes.menu}>
        <div className={classes.actions}>
          <RowWays lead={lead} />
          <RowMenuButton lead={lead} onMenu={props.onMenu} />
        </div>
      </td>
    </tr>
  );
});

type NameProps = {
  lead: Lead;
  to: string;
  isSized: boolean;
  onKey: (event: KeyboardEvent<HTMLAnchorElement>) => void;
};

function NameCell({ lead, to, isSized, onKey }: NameProps) {
  return (
    <th scope="row" className={classes.name} data-sized={isSized || undefined}>
      <span className={classes.who}>
        <InitialsAvatar name={lead.name} size={24} />
        <Link
          to={to}
          state={FROM_LIST}
          className={classes.link}
          title={lead.name}
          dir="auto"
          onKeyDown={onKey}
          data-row={lead.id}
        >
          {lead.name}
        </Link>
        {lead.is_archived && <span className={classes.flag}>Archived</span>}
        {lead.is_duplicate && <span className={classes.flag}>Duplicate</span>}
        {lead.escalated_at && !lead.last_contacted_at && (
          <span className={classes.flag}>Not contacted in time</span>
        )}
      </span>
    </th>
  );
}

/** Opens the menu of a lead. */
export function RowMenuButton({ lead, onMenu }: { lead: Lead; onMenu: RowActions['onMenu'] }) {
  return (
    <ActionIcon
      className={classes.menuButton}
      size={28}
      aria-label={`Actions for ${lead.name}`}
      aria-haspopup="menu"
      onClick={(event) => onMenu(lead, event.currentTarget)}
    >
      <Ellipsis size={16} aria-hidden="true" />
    </ActionIcon>
  );
}

/** Arrow keys move between the names of leads. */
function moveToRow(event: KeyboardEvent<HTMLAnchorElement>): void {
  const row = event.currentTarget.closest('tr');
  const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
  if (!next) return;
  event.preventDefault();
  next.querySelector<HTMLAnchorElement>('a[data-row]')?.focus();
}

/** Left and right move between the name and the editable values. Tab only takes a few steps per row. */
function moveInRow(event: KeyboardEvent<HTMLTableRowElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || event.defaultPrevented) return;
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('a[data-row], td button[aria-haspopup="dialog"]'),
  ];
  const next = stops[stops.findIndex((stop) => stop === event.target) + step];
  if (!next || !stops.includes(event.target as HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
