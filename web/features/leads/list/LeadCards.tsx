import { ActionIcon } from '@mantine/core';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import { Link } from 'react-router';
import type { Lead } from '#shared/leads/lead.ts';
import { RowMenuButton } from '#web/features/leads/list/LeadRow.tsx';
import type { RowActions } from '#web/features/leads/list/LeadRow.tsx';
import { RowWays } from '#web/leads/ways/RowWays.tsx';
import { SelectBox } from '#web/features/leads/list/SelectBox.tsx';
import type { RowsProps } from '#web/features/leads/list/rows-props.ts';
import { LeadFieldValue } from '#web/leads/fields/LeadFieldValue.tsx';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { leadLink } from '#web/leads/list/list-link.ts';
import { FROM_LIST } from '#web/leads/useLastOpened.ts';
import { useSwipes } from '#web/lib/hooks/useSwipes.ts';
import classes from '#web/ui/lists/Cards.module.css';
import table from '#web/ui/lists/Table.module.css';

/** The leads on a phone, with the facts that help a user decide which one to call next. */
export function LeadCards(props: RowsProps) {
  const { rows, fieldsOf, clientName, timeZone, isStale, lastOpened, selection, actions } = props;
  useSwipes();
  return (
    <>
      {/* A phone has no room for it until a lead is selected. */}
      {selection.page !== 'none' && (
        <div className={classes.head} data-select-page>
          <SelectBox
            label="Select all leads on this page"
            state={selection.page}
            onToggle={selection.togglePage}
          />
          <span aria-hidden="true">Select all on this page</span>
        </div>
      )}
      <ul className={classes.cards} aria-label="Leads" aria-busy={isStale}>
        {rows.map((lead) => (
          <li
            key={lead.id}
            className={classes.item}
            data-opened={lead.id === lastOpened || undefined}
            data-selected={selection.has(lead.id) || undefined}
          >
            <SelectBox
              label={`Select ${lead.name}`}
              state={selection.has(lead.id) ? 'all' : 'none'}
              onToggle={(isRange) => actions.onSelect(lead.id, isRange)}
            />
            <LeadCard
              lead={lead}
              fields={fieldsOf(lead)}
              client={clientName?.(lead.clientId)}
              timeZone={lead.client_time_zone ?? timeZone}
              listSearch={actions.listSearch}
            />
            <RowMenuButton lead={lead} onMenu={actions.onMenu} />
            <CardFacts
              lead={lead}
              fields={fieldsOf(lead)}
              timeZone={lead.client_time_zone ?? timeZone}
              onEdit={actions.onEdit}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

type FactsProps = { lead: Lead; fields: FieldSettings; timeZone: string };
type CardProps = Pick<RowActions, 'listSearch'> & FactsProps & { client: string | undefined };

function LeadCard({ lead, fields, client, timeZone, listSearch }: CardProps) {
  const second = [lead.company_name, client].filter(Boolean).join(' · ') || lead.email || 'No company';
  return (
    <Link to={leadLink(lead.id, listSearch)} state={FROM_LIST} className={classes.card} data-row={lead.id}>
      <span className={classes.main}>
        <span className={classes.name} dir="auto">
          {lead.name}
        </span>
        <span className={classes.second} dir="auto">
          {second}
        </span>
      </span>
      <LeadFieldValue lead={lead} fields={fields} timeZone={timeZone} field="status" isShort />
    </Link>
  );
}

/** The phone number with ways to contact it, and the next step, else the value. */
function CardFacts({ lead, onEdit, ...rest }: FactsProps & Pick<RowActions, 'onEdit'>) {
  const next = lead.next_followup_date ? 'next_followup_date' : lead.value === null ? undefined : 'value';
  if (!lead.phone && !next && !onEdit) return null;
  const shared = { ...rest, lead, isShort: true };
  return (
    <div className={classes.facts}>
      {lead.phone && <LeadFieldValue {...shared} field="phone" />}
      {next && <LeadFieldValue {...shared} field={next} />}
      <span className={classes.ways}>
        <RowWays lead={lead} />
        {onEdit && (
          <ActionIcon
            className={table.way}
            size={28}
            aria-label={`Snooze ${lead.name}`}
            title="Snooze"
            aria-haspopup="dialog"
            data-key="s"
            onClick={(event) => onEdit(lead, 'next_followup_date', event.currentTarget)}
          >
            <AlarmClock size={15} aria-hidden="true" />
          </ActionIcon>
        )}
      </span>
    </div>
  );
}
