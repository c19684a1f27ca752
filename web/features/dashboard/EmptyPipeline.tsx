import { Button } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from '#web/features/dashboard/EmptyPipeline.module.css';
import { paths } from '#web/paths.ts';
import { CreateCompany } from '#web/pickers/CreateCompany.tsx';
import { useHasClients } from '#web/pickers/useClients.ts';
import { rememberClient } from '#web/pickers/useUsualClient.ts';
import { useCan } from '#web/session/useCan.ts';

/**
 * The first three steps while there are no leads: for people who run the company, and for people who sell.
 */
export function EmptyPipeline({ onImport }: { onImport: () => void }) {
  const hasClients = useHasClients();
  const mayAdd = useCan('leads.write');
  const mayImport = useCan('leads.import');
  const runsCompany = useCan('users.create');
  return (
    <section className={classes.start} aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.title}>
        Your pipeline starts here
      </h2>
      <ol className={classes.steps}>
        {!hasClients && <FirstStep />}
        <Step
          title="Bring your leads"
          actions={
            hasClients && (
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
                {mayAdd && (
                  <Button
                    component={Link}
                    to={paths.createLead}
                    variant={mayImport ? 'subtle' : 'default'}
                    leftSection={<Plus size={16} aria-hidden="true" />}
                  >
                    Add Lead
                  </Button>
                )}
              </>
            )
          }
        >
          Import a spreadsheet or another CRM’s export, or add leads one by one.
        </Step>
        {runsCompany ? <ForAdmins hasClients={hasClients} /> : <ForSellers />}
      </ol>
    </section>
  );
}

/** Leads, users and keys belong to a client, so the first client is created here. */
function FirstStep() {
  const mayCreate = useCan('clients.manage');
  return (
    <Step title="Create your company" actions={mayCreate && <CreateCompany onCreated={rememberClient} />}>
      {mayCreate
        ? 'Leads, people and settings belong to a company. A name is enough.'
        : 'Leads, people and settings belong to a company. Ask a Super Admin to create it.'}
    </Step>
  );
}

function ForAdmins({ hasClients }: { hasClients: boolean }) {
  return (
    <>
      <Step title="Invite your team" actions={hasClients && <Way to={paths.settings('users')}>Users</Way>}>
        Everyone signs in with their own account and sees who owns which lead.
      </Step>
      <Step
        title="Let your website send leads"
        actions={hasClients && <Way to={paths.settings('api')}>API</Way>}
      >
        Create a key for your website’s form, and enquiries arrive here.
      </Step>
    </>
  );
}

function ForSellers() {
  return (
    <>
      <Step title="Make your first call">
        Use Log Call on any lead, and plan the next step in the same form.
      </Step>
      <Step title="Start each day with what’s due" actions={<Way to={paths.reminders}>Follow Ups</Way>}>
        Overdue, today and tomorrow, with Call, WhatsApp, Done and Snooze on every line.
      </Step>
    </>
  );
}

function Step({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.step}>
      <h3 className={classes.name}>{title}</h3>
      <p className={classes.text}>{children}</p>
      {actions && <div className={classes.actions}>{actions}</div>}
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
