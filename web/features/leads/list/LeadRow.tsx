import { ActionIcon } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { memo } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { FieldKey } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { SelectBox } from '#web/features/leads/list/SelectBox.tsx';
import { LeadFieldValue } from '#web/leads/LeadFieldValue.tsx';
import { isNumeric } from '#web/leads/field-settings.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { leadLink } from '#web/leads/list-link.ts';
import { FROM_LIST } from '#web/leads/useLastOpened.ts';
import { InitialsAvatar } from '#web/ui/InitialsAvatar.tsx';
import classes from '#web/ui/Table.module.css';

/** The functions that rows and cards need to act on a lead; stable, so that one change draws one row. */
export type RowActions = {
  /** The address of the list, to which the lead's page leads back. */
  listSearch: string;
  onSelect: (id: string, isRange: boolean) => void;
  onMenu: (lead: Lead, anchor: HTMLElement) => void;
};

type Props = RowActions & {
  lead: Lead;
  columns: readonly FieldKey[];
  fields: FieldSettings;
  clientName: string | undefined;
  timeZone: string;
  wasOpened: boolean;
  isSelected: boolean;
};

/** One lead of the table; the name is the link, the whole row is the target. */
export const LeadRow = memo(function LeadRow(props: Props) {
  const { lead, columns, fields, clientName, timeZone, wasOpened, isSelected, onSelect } = props;
  const navigate = useNavigate();
  const to = leadLink(lead.id, props.listSearch);
  const open = (event: MouseEvent) => {
    const isControl = (event.target as HTMLElement).closest('a, button, label');
    // Marking text to copy does not open the lead.
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
          <th key={column} scope="row" className={classes.name}>
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
            </span>
          </th>
        ) : (
          <td key={column} data-number={isNumeric(fields, column) || undefined}>
            <LeadFieldValue lead={lead} field={column} fields={fields} timeZone={timeZone} isShort />
          </td>
        ),
      )}
      {clientName && (
        <td>
          <span className={classes.client} title={clientName}>
            {clientName}
          </span>
        </td>
      )}
      <td className={classes.menu}>
        <RowMenuButton lead={lead} onMenu={props.onMenu} />
      </td>
    </tr>
  );
});

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

/** Arrow keys go from one lead's name to the next. */
function moveToRow(event: KeyboardEvent<HTMLAnchorElement>): void {
  const row = event.currentTarget.closest('tr');
  const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
  if (!next) return;
  event.preventDefault();
  next.querySelector<HTMLAnchorElement>('a[data-row]')?.focus();
}
