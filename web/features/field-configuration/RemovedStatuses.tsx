import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { leads } from '#shared/leads/leads.ts';
import { counted } from '#shared/values/numbers.ts';
import type { ColouredOption } from '#shared/fields/option-tones.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { DEFAULT_STATE, writeListState } from '#web/leads/list/list-state.ts';
import { paths } from '#web/paths.ts';
import { useUser } from '#web/session/useSession.ts';

type Props = { clientId: string; removed: readonly ColouredOption[] };

/** Says how many leads keep the statuses that the user is about to remove. */
export function RemovedStatuses({ clientId, removed }: Props) {
  const { seesAllClients } = useUser();
  const filters = {
    status: removed.map(({ value }) => value),
    ...(seesAllClients && { client_id: clientId }),
  };
  const { data } = useQuery({
    ...query(leads.list, { query: { ...filters, page: '1', limit: '1' } }),
    enabled: removed.length > 0,
    meta: { isSilent: true },
  });
  const total = data?.pagination?.total ?? 0;
  if (removed.length === 0 || total === 0) return null;
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(removed.map(({ label }) => label));
  return (
    <p role="status" className={classes.muted}>
      {counted(total, 'lead')} {total === 1 ? 'has' : 'have'} the status {names}, and{' '}
      {total === 1 ? 'keeps' : 'keep'} it after you save.{' '}
      <Link to={`${paths.leads}?${writeListState({ ...DEFAULT_STATE, ...filters })}`}>
        Show {total === 1 ? 'it' : 'them'}
      </Link>
    </p>
  );
}
