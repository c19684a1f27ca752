import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { query } from '#web/api/query.ts';
import { MatchFacts } from '#web/features/lead-duplicates/MatchFacts.tsx';
import classes from '#web/features/lead-duplicates/MergeDialog.module.css';
import { messageOf } from '#web/lib/errors.ts';
import { useUser } from '#web/session/useSession.ts';

const MOST = 8;

/**
 * Chooses the other lead: leads with the same email or phone are listed first, any other can be found by
 * name.
 */
export function ChooseLead({ lead, onChoose }: { lead: Lead; onChoose: (id: string) => void }) {
  const { seesAllClients } = useUser();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const client = seesAllClients ? { client_id: lead.clientId } : {};
  const address = { ...(lead.email && { email: lead.email }), ...(lead.phone && { phone: lead.phone }) };
  const same = useQuery(query(leadDuplicates.find, { query: { ...address, exclude: lead.id, ...client } }));
  const named = useQuery({
    ...query(leads.list, {
      query: { search: asked, show_all: 'true', page: '1', limit: '12', ...client },
    }),
    enabled: asked !== '',
    placeholderData: (previous) => previous,
  });
  const living = (same.data?.data ?? []).filter((match) => !match.is_deleted);
  const found = (named.data?.data ?? []).filter(({ id }) => id !== lead.id).slice(0, MOST);
  const { isPending, isError, error } = asked ? named : same;
  const shown = asked ? found : living;
  const none = asked ? 'No leads found' : 'No lead has the same email or phone. Search for one by name.';
  return (
    <div className={classes.choose}>
      <TextInput
        label="Search leads"
        placeholder="Name, email, phone or company"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
      />
      <p className={classes.state} role="status">
        {isError
          ? messageOf(error, 'Failed to load leads')
          : isPending
            ? 'Loading leads...'
            : shown.length === 0
              ? none
              : asked
                ? 'Found by search'
                : 'Same email or phone'}
      </p>
      <ul className={classes.list}>
        {shown.map((match) => (
          <li key={match.id}>
            <button type="button" className={classes.choice} onClick={() => onChoose(match.id)}>
              <MatchFacts match={match} clientId={lead.clientId} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
