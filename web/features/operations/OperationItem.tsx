import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '#shared/values/dates.ts';
import { counted, inNumbers } from '#shared/values/numbers.ts';
import { undoneInWords } from '#shared/activities/operations.ts';
import type { Operation, UndoResult } from '#shared/activities/operations.ts';
import classes from '#web/features/operations/OperationItem.module.css';
import { ZoneMark } from '#web/leads/ZoneNote.tsx';
import { UNDONE_AT_ONCE, UndoQuestion } from '#web/leads/UndoQuestion.tsx';
import { useUndo } from '#web/leads/useUndoOperations.ts';
import type { ProgressOfUndo } from '#web/leads/useUndoOperations.ts';
import { paths } from '#web/paths.ts';
import items from '#web/ui/lists/Items.module.css';
import { sayOutcome, showFailure, showSuccess } from '#web/ui/states/toast.ts';

const KINDS: Record<Operation['kind'], string> = {
  delete: 'Delete',
  bulk_delete: 'Bulk delete',
  bulk_update: 'Bulk update',
  import: 'Import',
  merge: 'Merge',
};

/** The name of an operation; a change of a single lead isn't called a bulk update. */
const nameOf = ({ kind, leads }: Operation) =>
  kind === 'bulk_update' && leads === 1 ? 'Update' : KINDS[kind];

const count = (n: number) => counted(n, 'lead');

/** An operation: its kind, user, time and number of leads, its undo, and the undo's result. */
export function OperationItem({ operation, timeZone }: { operation: Operation; timeZone: string }) {
  const undo = useUndo();
  const [asks, setAsks] = useState(false);
  const run = (listen?: ProgressOfUndo) =>
    sayOutcome(undo.mutateAsync({ id: operation.id, listen }), {
      done: (data) => {
        if (data.changed_since.length > 0)
          showFailure(`${count(data.changed_since.length)} changed since`, undoneInWords(data));
        else showSuccess(undoneInWords(data));
      },
      failed: 'Failed to undo this',
    });
  const name = nameOf(operation);
  const kind = name.toLowerCase();
  const { summary, user_name, client_name, at, undone_at } = operation;
  const zone = operation.client_time_zone ?? timeZone;
  return (
    <li className={items.item}>
      <div className={items.body}>
        <p>
          <b>{name}</b> · {count(operation.leads)}
        </p>
        {summary && <p>{summary}</p>}
        <p className={items.about}>
          {client_name && `${client_name} · `}
          {user_name && `${user_name} · `}
          <time dateTime={at}>{formatDateTime(at, zone)}</time>
          {undone_at && ` · Undone ${formatDateTime(undone_at, zone)}`}
          <ZoneMark timeZone={zone} />
        </p>
        {undo.data && <Result result={undo.data} />}
      </div>
      {operation.can_undo && (
        <Button
          variant="default"
          size="xs"
          loading={undo.isPending}
          aria-label={`Undo ${kind} of ${count(operation.leads)}`}
          onClick={() => (operation.leads > UNDONE_AT_ONCE ? setAsks(true) : void run())}
        >
          Undo
        </Button>
      )}
      {asks && <UndoQuestion kind={kind} leads={operation.leads} undo={run} onClose={() => setAsks(false)} />}
    </li>
  );
}

/** The number of leads listed by name; the others are only counted. */
const MOST_NAMES = 20;

function Result({ result }: { result: UndoResult }) {
  const { changed_since } = result;
  const rest = changed_since.length - MOST_NAMES;
  return (
    <div className={classes.result} role="status">
      <p>{undoneInWords(result)}</p>
      {changed_since.length > 0 && (
        <>
          <p>Skipped because they changed since:</p>
          <ul>
            {changed_since.slice(0, MOST_NAMES).map(({ id, name }) => (
              <li key={id}>
                <Link to={paths.lead(id)}>{name}</Link>
              </li>
            ))}
          </ul>
          {rest > 0 && <p>and {inNumbers(rest)} more</p>}
        </>
      )}
    </div>
  );
}
