import { Button } from '@mantine/core';
import Pencil from 'lucide-react/icons/pencil';
import { Link, useLocation } from 'react-router';
import type { Location, To } from 'react-router';
import { Fact, FactValue } from '#web/features/leads/detail/Fact.tsx';
import type { FactsProps } from '#web/features/leads/detail/Fact.tsx';
import classes from '#web/features/leads/detail/LeadFacts.module.css';
import { isLong, unlistedFields } from '#web/leads/lead-cards.ts';
import { FROM_LEAD } from '#web/leads/list/list-link.ts';
import { paths } from '#web/paths.ts';

const NONE = 'No fields configured to display. Please configure fields in Settings.';
/** The number of facts in the folded card. */
const FIRST = 6;

type Props = FactsProps & {
  /** Whether only the first facts show. */
  isFolded: boolean;
  /** Shows all facts, or the first again. Absent where all always show. */
  onFold: (() => void) | undefined;
};

/** The fields that the client shows in the list, and below them the long texts that only forms show. */
export function LeadFacts({ isFolded, onFold, ...shown }: Props) {
  const { lead, fields } = shown;
  const { table, title } = fields;
  const edit = useEditLink(lead.id);
  const facts = table.filter((field) => field !== 'name' && field !== 'status');
  const remarks = unlistedFields(fields, lead).filter((field) => isLong(fields, field));
  return (
    <>
      <div className={classes.card}>
        <div className={classes.head}>
          <h2>Details</h2>
          <Button
            component={Link}
            {...edit}
            variant="subtle"
            size="xs"
            leftSection={<Pencil size={14} aria-hidden="true" />}
            data-screen-only
          >
            Edit Lead
          </Button>
        </div>
        <section aria-label="Lead Information">
          {table.length === 0 && <p className={classes.none}>{NONE}</p>}
          <dl className={classes.facts}>
            {facts.slice(0, isFolded ? FIRST : undefined).map((field) => (
              <Fact key={field} {...shown} field={field} />
            ))}
          </dl>
        </section>
        {onFold && (
          <Button fullWidth variant="subtle" aria-expanded={!isFolded} onClick={onFold}>
            {isFolded ? 'All details' : 'Fewer details'}
          </Button>
        )}
      </div>
      {!isFolded && remarks.length > 0 && (
        <section className={classes.card} aria-label="Remarks">
          {remarks.map((field) => (
            <div key={field} className={classes.passage}>
              <h2>{title(field)}</h2>
              <div>
                <FactValue {...shown} field={field} />
              </div>
            </div>
          ))}
        </section>
      )}
    </>
  );
}

/** The link to the lead's form, which returns to the lead. */
function useEditLink(leadId: string): { to: To; state: unknown } {
  const { search, state } = useLocation() as Location<unknown>;
  return {
    to: { pathname: paths.editLead(leadId), search },
    state: { ...(state as object | null), ...FROM_LEAD },
  };
}
