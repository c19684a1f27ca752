import { useQuery } from '@tanstack/react-query';
import { clients } from '#shared/installation/clients.ts';
import type { Client } from '#shared/installation/clients.ts';
import { inMegabytes, inNumbers } from '#shared/values/numbers.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/clients/ClientUsageDialog.module.css';
import { messageOf } from '#web/lib/errors.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';

/** The row counts of a client, and the tables of its schema. */
export function ClientUsageDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const input = { params: { id: client.id } };
  const stats = useQuery(query(clients.stats, input));
  const schema = useQuery(query(clients.schema, input));
  const failure = stats.error ?? schema.error;
  const held = stats.data?.data;
  const parts = schema.data?.data;
  return (
    <Dialog title="Usage" description={client.clientName} size="small" onClose={onClose}>
      {failure && <p role="alert">{messageOf(failure, 'Failed to load the usage.')}</p>}
      {!failure && !(held && parts) && <p role="status">Loading the usage...</p>}
      {held && parts && (
        <>
          <dl className={classes.facts}>
            <Fact title="Users" text={`${inNumbers(held.users)} (${inNumbers(held.active_users)} active)`} />
            <Fact title="Leads" text={inNumbers(held.leads)} />
            <Fact title="Calls" text={inNumbers(held.calls)} />
            <Fact title="Storage" text={inMegabytes(held.bytes, 1_048_576)} />
            <Fact title="Schema" text={`${parts.schemaName}, version ${parts.version}`} />
          </dl>
          <table className={classes.tables}>
            <caption>Tables, with PostgreSQL’s estimate of their rows</caption>
            <tbody>
              {parts.tables.map(({ name, rows }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{inNumbers(rows)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Dialog>
  );
}

function Fact({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  );
}
