import { Tooltip, UnstyledButton } from '@mantine/core';
import Info from 'lucide-react/icons/info';
import { useState } from 'react';
import type { PointerEvent } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '#shared/activities/dashboard.ts';
import { formatDay } from '#shared/values/dates.ts';
import { formatMoney, shortMoney } from '#shared/values/money.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import classes from '#web/features/dashboard/Dashboard.module.css';
import { countedLeads } from '#web/features/dashboard/dashboard-links.ts';
import table from '#web/ui/lists/Table.module.css';

const LEFT_OUT = 'Archived leads and duplicates are left out.';

type Stat = {
  title: string;
  definition: string;
  value: string;
  /** The short form of a large value. */
  short?: string;
  note: string;
  /** The address of the list with the counted leads. */
  to: string;
};

const leadsOf = (leads: number, word = '') => `${inNumbers(leads)} ${word}${leads === 1 ? 'lead' : 'leads'}`;

function statsOf({ stats, week_begins }: Dashboard, clientId: string): Stat[] {
  const { total_leads, new_this_week, new_this_month, converted_leads, conversion_rate, revenue } = stats;
  const won = { meaning: 'won' } as const;
  return [
    {
      title: 'Total Leads',
      definition: `Every lead in the pipeline, open, won or lost. ${LEFT_OUT}`,
      value: inNumbers(total_leads),
      note: `${inNumbers(new_this_month)} new this month, without duplicates`,
      to: countedLeads(clientId),
    },
    {
      title: 'New This Week',
      definition: `Leads created since Monday, ${formatDay(week_begins)}. ${LEFT_OUT}`,
      value: inNumbers(new_this_week),
      note: `Since ${formatDay(week_begins)}`,
      to: countedLeads(clientId, { from_date: week_begins }),
    },
    {
      title: 'Conversion Rate',
      definition: `Won leads divided by all leads. ${LEFT_OUT}`,
      value: converted_leads > 0 && conversion_rate === 0 ? '<0.1%' : `${conversion_rate.toFixed(1)}%`,
      note: `${inNumbers(converted_leads)} won of ${inNumbers(total_leads)}`,
      to: countedLeads(clientId, won),
    },
    {
      title: 'Revenue',
      definition: `The total value of all won leads. ${LEFT_OUT}`,
      value: formatMoney(revenue),
      short: shortMoney(revenue),
      note: `From ${leadsOf(converted_leads, 'won ')}`,
      to: countedLeads(clientId, { ...won, sort_by: 'value', sort_order: 'desc' }),
    },
  ];
}

/** The four numbers, each with its explanation and its list. */
export function StatCards({ data, clientId }: { data: Dashboard; clientId: string }) {
  return (
    <section className={classes.stats} aria-label="Key figures">
      {statsOf(data, clientId).map((stat) => (
        <StatCard key={stat.title} {...stat} />
      ))}
    </section>
  );
}

function StatCard({ title, definition, value, short = value, note, to }: Stat) {
  return (
    <article className={classes.stat}>
      <div className={classes.statHead}>
        <h2 className={classes.statTitle}>{title}</h2>
        <Definition title={title} text={definition} />
      </div>
      <Link
        className={classes.value}
        to={to}
        aria-label={`${title}: ${short}`}
        title={short === value ? undefined : value}
      >
        {short}
      </Link>
      <p className={classes.quiet}>{note}</p>
    </article>
  );
}

/**
 * The explanation of a number: on hover, on focus, and on tap, since some phones report no hover after one.
 */
function Definition({ title, text }: { title: string; text: string }) {
  const [isOpen, setOpen] = useState(false);
  const byMouse = (opens: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setOpen(opens);
  };
  return (
    <Tooltip label={text} multiline w={240} opened={isOpen}>
      <UnstyledButton
        className={classes.info}
        aria-label={`What ${title} means`}
        onPointerEnter={byMouse(true)}
        onPointerLeave={byMouse(false)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={(event) => {
          // Not every phone focuses a tapped button, and only losing the focus closes the text.
          event.currentTarget.focus();
          setOpen(true);
        }}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        <Info size={15} aria-hidden="true" />
      </UnstyledButton>
    </Tooltip>
  );
}

const TITLES = ['Total Leads', 'New This Week', 'Conversion Rate', 'Revenue'];

/** The four cards without their numbers, while these load or after a failure. */
export function EmptyStatCards({ isLoading }: { isLoading: boolean }) {
  return (
    <section className={classes.stats} aria-label="Key figures" aria-busy={isLoading}>
      {TITLES.map((title) => (
        <article key={title} className={classes.stat}>
          <div className={classes.statHead}>
            <h2 className={classes.statTitle}>{title}</h2>
          </div>
          <p className={classes.value}>{isLoading ? <Bone width={96} height={20} /> : '-'}</p>
          <p className={classes.quiet}>
            {isLoading ? <Bone width={120} height={10} /> : 'Not available now'}
          </p>
        </article>
      ))}
    </section>
  );
}

function Bone({ width, height }: { width: number; height: number }) {
  return (
    <span className={table.bone} style={{ display: 'inline-block', width, height }} aria-hidden="true" />
  );
}
