import { Button } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import Download from 'lucide-react/icons/download';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { FirstSteps as Steps } from '#shared/activities/dashboard.ts';
import classes from '#web/features/dashboard/FirstSteps.module.css';
import { listOf } from '#web/features/dashboard/dashboard-links.ts';
import { paths } from '#web/paths.ts';
import { CreateCompany } from '#web/pickers/CreateCompany.tsx';
import { useHasClients } from '#web/pickers/useClients.ts';
import { rememberClient } from '#web/pickers/useUsualClient.ts';
import { useCan } from '#web/session/useCan.ts';

/** `clientId`: the chosen client, empty for every one. */
type Props = { clientId: string; steps: Steps; onImport: () => void; onHide: () => void };

/** The first steps of a company, each done in place: for people who run it, and for people who sell. */
export function FirstSteps({ clientId, steps, onImport, onHide }: Props) {
  const hasClients = useHasClients();
  const runsCompany = useCan('users.create');
  const mayGiveOut = useCan('distribution.manage');
  const { has_leads, has_team, is_given_out, has_calls } = steps;
  return (
    <section className={classes.start} aria-labelledby="first-steps">
      <header className={classes.head}>
        <h2 id="first-steps" className={classes.title}>
          Your pipeline starts here
        </h2>
        {hasClients && (
          <Button variant="subtle" size="compact-sm" onClick={onHide}>
            Hide
          </Button>
        )}
      </header>
      <ol className={classes.steps}>
        {!hasClients && <CompanyStep />}
        <Step
          title="Bring your leads"
          isDone={has_leads}
          actions={hasClients && <Doors onImport={onImport} />}
        >
          Import a spreadsheet or another CRM’s export, paste rows, or add leads one by one.
        </Step>
        {runsCompany && (
          <Step
            title="Invite your team"
            isDone={has_team}
            actions={hasClients && <Way to={paths.settings('users')}>Users</Way>}
          >
            Everyone signs in with their own account and sees who owns which lead.
          </Step>
        )}
        {mayGiveOut && (
          <Step
            title="Assign your leads"
            isDone={has_leads && is_given_out}
            actions={
              has_leads && (
                <Way to={listOf({ client_id: clientId, assigned_to: ['none'] })}>Unassigned leads</Way>
              )
            }
          >
            Assign leads to the people who will call them, by rules or by hand.
          </Step>
        )}
        <Step
          title="Make your first call"
          isDone={has_calls}
          actions={
            has_leads && (
              <Way to={listOf({ client_id: clientId, last_contacted: ['never'], meaning: 'open' })}>
                New leads
              </Way>
            )
          }
        >
          Use Log Call on any lead, and plan the next step in the same form.
        </Step>
        {!runsCompany && (
          <Step title="Start each day with what’s due" actions={<Way to={paths.reminders}>Follow Ups</Way>}>
            Overdue, today and tomorrow, with Call, WhatsApp, Done and Snooze on every line.
          </Step>
        )}
      </ol>
    </section>
  );
}

/** Leads, users and keys belong to a client, so the first client is created here. */
function CompanyStep() {
  const mayCreate = useCan('clients.manage');
  return (
    <Step title="Create your company" actions={mayCreate && <CreateCompany onCreated={rememberClient} />}>
      {mayCreate
        ? 'Leads, people and settings belong to a company. A name is enough.'
        : 'Leads, people and settings belong to a company. Ask a Super Admin to create it.'}
    </Step>
  );
}

/** The ways in which leads arrive. */
function Doors({ onImport }: { onImport: () => void }) {
  const mayImport = useCan('leads.import');
  const mayConnect = useCan('api_keys.manage');
  return (
    <>
      {mayImport && (
        <Button
          leftSection={<Download size={15} aria-hidden="true" />}
          onClick={onImport}
          aria-haspopup="dialog"
        >
          Import
        </Button>
      )}
      <Button
        component={Link}
        to={paths.createLead}
        variant={mayImport ? 'subtle' : 'default'}
        leftSection={<Plus size={16} aria-hidden="true" />}
      >
        Add Lead
      </Button>
      {mayConnect && (
        <Button component={Link} to={paths.settings('api')} variant="subtle">
          Connect a portal or website
        </Button>
      )}
    </>
  );
}

type StepProps = { title: string; isDone?: boolean; actions?: ReactNode; children: ReactNode };

function Step({ title, isDone = false, actions, children }: StepProps) {
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      {isDone && <Check className={classes.tick} size={14} aria-label="Done" />}
      <h3 className={classes.name}>{title}</h3>
      <p className={classes.text}>{children}</p>
      {actions && !isDone && <div className={classes.actions}>{actions}</div>}
    </li>
  );
}

function Way({ to, children }: { to: string; children: string }) {
  return (
    <Button component={Link} to={to} variant="default">
      {children}
    </Button>
  );
}
