import { memo } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { LeadFieldValue } from '#web/features/leads/LeadFieldValue.tsx';
import classes from '#web/features/leads/list/LeadTable.module.css';
import { FROM_LIST } from '#web/features/leads/list/useLastOpened.ts';
import { paths } from '#web/paths.ts';
import { InitialsAvatar } from '#web/ui/InitialsAvatar.tsx';

type Props = {
  lead: Lead;
  columns: readonly LeadFieldKey[];
  clientName: string | undefined;
  timeZone: string;
  wasOpened: boolean;
};

/** One lead of the table; the name is the link, the whole row is the target. */
export const LeadRow = memo(function LeadRow({ lead, columns, clientName, timeZone, wasOpened }: Props) {
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    const isLink = (event.target as HTMLElement).closest('a, button');
    // Marking text to copy it is not opening the lead.
    if (isLink || getSelection()?.toString()) return;
    void navigate(paths.lead(lead.id), { state: FROM_LIST });
  };
  return (
    <tr className={classes.row} onClick={open} data-opened={wasOpened || undefined}>
      {columns.map((column) =>
        column === 'name' ? (
          <th key={column} scope="row" className={classes.name}>
            <span className={classes.who}>
              <InitialsAvatar name={lead.name} size={24} />
              <Link
                to={paths.lead(lead.id)}
                state={FROM_LIST}
                className={classes.link}
                title={lead.name}
                onKeyDown={moveToRow}
                data-row={lead.id}
              >
                {lead.name}
              </Link>
              {lead.is_archived && <span className={classes.flag}>Archived</span>}
            </span>
          </th>
        ) : (
          <td key={column} data-number={leadField(column).type === 'money' || undefined}>
            <LeadFieldValue lead={lead} field={column} timeZone={timeZone} isShort />
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
    </tr>
  );
});

/** Arrow keys go from one lead's name to the next. */
function moveToRow(event: KeyboardEvent<HTMLAnchorElement>): void {
  const row = event.currentTarget.closest('tr');
  const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
  if (!next) return;
  event.preventDefault();
  next.querySelector<HTMLAnchorElement>('a[data-row]')?.focus();
}
