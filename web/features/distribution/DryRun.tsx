import { Button } from '@mantine/core';
import { useState } from 'react';
import { PREVIEW_LEADS, distribution } from '#shared/distribution.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { counted } from '#shared/numbers.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/distribution/Distribution.module.css';
import type { RuleDraft } from '#web/features/distribution/useRuleDraft.ts';
import { messageOf } from '#web/lib/errors.ts';
import items from '#web/ui/lists/Items.module.css';
import { PartFailure } from '#web/ui/states/PartFailure.tsx';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';

type Leads = DataOf<typeof distribution.preview>['leads'];

/**
 * The people who would have received the latest leads by the rules as edited on the page. Changes nothing.
 */
export function DryRun({ clientId, draft }: { clientId: string | undefined; draft: RuleDraft }) {
  const preview = useSend(distribution.preview);
  const [tried, setTried] = useState<string>();
  const body = draft.body();
  const run = () => {
    setTried(JSON.stringify(body));
    preview.mutate({ query: clientId ? { clientId } : {}, body });
  };
  const isOld = tried !== JSON.stringify(body);
  return (
    <section className={classes.dry} aria-label="Dry run">
      <div className={classes.top}>
        <div>
          <h2 className={classes.title}>Dry run</h2>
          <p className={classes.text}>
            Shows who would have got the last {PREVIEW_LEADS} leads under the rules above, with today’s
            absences and limits. Nothing is changed.
          </p>
        </div>
        <Button variant="default" loading={preview.isPending} onClick={run}>
          Try the Rules
        </Button>
      </div>
      {preview.isError && (
        <PartFailure onRetry={run}>{messageOf(preview.error, 'The dry run has failed.')}</PartFailure>
      )}
      <div role="status">
        {preview.data && <Result leads={preview.data.data.leads} isOld={isOld && !preview.isPending} />}
      </div>
    </section>
  );
}

function Result({ leads, isOld }: { leads: Leads; isOld: boolean }) {
  if (leads.length === 0) return <p className={classes.text}>There are no leads yet to try the rules on.</p>;
  return (
    <>
      <p className={classes.text}>
        {isOld && 'The rules have changed since this run. '}
        {sums(leads)}
      </p>
      <ul className={`${items.items} ${classes.result}`} aria-label="Leads of the dry run">
        {leads.map(({ id, name, person, reason, assigned_user_name }) => (
          <li key={id} className={items.item}>
            <div className={items.body}>
              <p>
                <Link to={paths.lead(id)}>{name}</Link> → <b>{person?.name ?? 'Nobody'}</b>
              </p>
              <p className={items.about} dir="auto">
                {reason} Owner now: {assigned_user_name ?? 'nobody'}.
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** `Asha Rao 3 leads, Ravi Kumar 2 leads, nobody 1 lead.` */
function sums(leads: Leads): string {
  const numbers = new Map<string, number>();
  for (const { person } of leads) {
    const name = person?.name ?? 'nobody';
    numbers.set(name, (numbers.get(name) ?? 0) + 1);
  }
  const sorted = [...numbers].toSorted((one, other) => other[1] - one[1]);
  return `${sorted.map(([name, number]) => `${name} ${counted(number, 'lead')}`).join(', ')}.`;
}
