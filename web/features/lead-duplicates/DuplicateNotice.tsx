import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useState } from 'react';
import type { FocusEvent, ReactNode } from 'react';
import { leadDuplicates } from '#shared/lead-duplicates.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/lead-duplicates/DuplicateNotice.module.css';
import { DuplicateRow } from '#web/features/lead-duplicates/DuplicateRow.tsx';
import { useUser } from '#web/session/useSession.ts';

const LeadPopup = lazy(async () => ({
  default: (await import('#web/leads/popup/LeadPopup.tsx')).LeadPopup,
}));

const WORDS = {
  email: 'This e-mail is already used by',
  phone: 'This phone number is already used by',
};
const MOST = 3;

type Props = {
  /** Anything but an e-mail or phone is shown as it is. */
  field: string;
  /** What is typed. */
  value: string;
  /** Whose leads are meant, for users who see every client. */
  clientId?: string | undefined;
  /** The input. */
  children: ReactNode;
};

/** Says below an e-mail or phone, once it is left, which leads have it already; it never keeps one from saving. */
export function DuplicateNotice({ field, children, ...rest }: Props) {
  if (field !== 'email' && field !== 'phone') return children;
  return (
    <Watched field={field} {...rest}>
      {children}
    </Watched>
  );
}

function Watched({ field, value, clientId, children }: Props & { field: keyof typeof WORDS }) {
  const { seesAllClients } = useUser();
  const [left, setLeft] = useState('');
  const [dismissed, setDismissed] = useState('');
  const [openId, setOpenId] = useState<string>();
  const typed = value.trim();
  const isAsked = typed !== '' && typed === left && typed !== dismissed;
  const client = seesAllClients && clientId ? { client_id: clientId } : {};
  const { data } = useQuery({
    ...query(leadDuplicates.find, { query: { [field]: typed, ...client } }),
    enabled: isAsked && (!seesAllClients || clientId !== undefined),
    // A check on the way, not a page: its failure keeps nobody from typing on.
    retry: false,
  });
  const matches = isAsked ? (data?.data ?? []) : [];
  const rest = matches.length - MOST;
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // Whoever presses a button of the form has decided; nothing may move under the pointer.
    if (!(relatedTarget instanceof HTMLButtonElement)) setLeft(typed);
  };
  return (
    <div className={classes.watched}>
      <div onBlur={onBlur}>{children}</div>
      <p className={classes.sentence} role="status">
        {matches.length > 0 &&
          `${WORDS[field]} ${matches.length === 1 ? matches[0]?.name : `${matches.length} leads`}.`}
      </p>
      {matches.length > 0 && (
        <ul className={classes.matches}>
          {matches.slice(0, MOST).map((match) => (
            <DuplicateRow
              key={match.id}
              match={match}
              clientId={clientId}
              onOpen={() => setOpenId(match.id)}
              onDismiss={() => setDismissed(typed)}
            />
          ))}
        </ul>
      )}
      {rest > 0 && <p className={classes.more}>and {rest} more</p>}
      {openId && (
        <Suspense>
          <LeadPopup leadId={openId} onClose={() => setOpenId(undefined)} isOverForm />
        </Suspense>
      )}
    </div>
  );
}
