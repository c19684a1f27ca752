import { Button } from '@mantine/core';
import { useState } from 'react';
import { PREVIEW_LEADS, distribution } from '#shared/company/distribution.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { counted } from '#shared/values/numbers.ts';
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
        <PartFailure onRetry={run}>
          {messageOf(preview.error, 'The dry run failed. Please try again.')}
        </PartFailure>
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
    <div className={classes.part}>
      {isOld && <p className={classes.text}>The rules have changed. Run it again.</p>}
      <ul className={items.items} aria-label="People of the dry run">
        {byPerson(leads).map(({ id, name, total, reasons }) => (
          <li key={id} className={items.item} style={{ display: 'block' }}>
            <div className={items.body}>
              <p>
                <b>{name}</b> {counted(total, 'lead')}
              </p>
              {[...reasons].map(([reason, given]) => (
                <div key={reason} className={classes.reason}>
                  <p className={items.about} dir="auto">
                    {reason}
                  </p>
                  <ul aria-label={`${name}: ${reason}`}>
                    {given.map((lead) => (
                      <li key={lead.id}>
                        <Link to={paths.lead(lead.id)} dir="auto">
                          {lead.name}
                        </Link>{' '}
                        <span className={items.about}>
                          Currently: {lead.assigned_user_name ?? 'unassigned'}
                        </span>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Person = { id: string; name: string; total: number; reasons: Map<string, Leads> };

/** Each person with their leads by reason, the one with the most leads first. */
function byPerson(leads: Leads): Person[] {
  const people = new Map<string, Person>();
  for (const lead of leads) {
    const { id, name } = lead.person ?? { id: '', name: 'Nobody' };
    const { reason } = lead;
    const known: Person = people.get(id) ?? { id, name, total: 0, reasons: new Map() };
    known.total += 1;
    known.reasons.set(reason, [...(known.reasons.get(reason) ?? []), lead]);
    people.set(id, known);
  }
  return [...people.values()].toSorted((one, other) => other.total - one.total);
}
