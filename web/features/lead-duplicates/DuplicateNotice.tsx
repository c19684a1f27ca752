import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FocusEvent, ReactNode } from 'react';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/lead-duplicates/DuplicateNotice.module.css';
import { DuplicateRow } from '#web/features/lead-duplicates/DuplicateRow.tsx';
import { useUser } from '#web/session/useSession.ts';
import { loadable } from '#web/lib/loadable.tsx';

const LeadPopup = loadable(async () => (await import('#web/leads/popup/LeadPopup.tsx')).LeadPopup);

const WORDS = {
  email: 'This email is already used by',
  phone: 'This phone number is already used by',
};
const MOST = 3;

type Props = {
  /** The field of the input. Inputs other than email and phone show no notice. */
  field: string;
  /** The typed text. */
  value: string;
  /** The client whose leads are searched, for users with access to all clients. */
  clientId?: string | undefined;
  children: ReactNode;
};

/**
 * Lists the leads with the same email or phone below an input, of a value that is there from the start or once the input
 * loses focus, and shows when a colleague has one. Never prevents saving.
 */
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
  const [left, setLeft] = useState(value.trim());
  const [dismissed, setDismissed] = useState('');
  const [openId, setOpenId] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const typed = value.trim();
  const isAsked = typed !== '' && typed === left && typed !== dismissed;
  const client = seesAllClients && clientId ? { client_id: clientId } : {};
  const { data } = useQuery({
    ...query(leadDuplicates.find, { query: { [field]: typed, ...client } }),
    enabled: isAsked && (!seesAllClients || clientId !== undefined),
    // An optional check: its failure shouldn't interrupt typing.
    retry: false,
  });
  const matches = isAsked ? (data?.data ?? []) : [];
  const rest = matches.length - MOST;
  const onBlur = ({ relatedTarget, target }: FocusEvent) => {
    // A user who clicks a button of the form has decided, so nothing may move under the pointer.
    if (relatedTarget instanceof HTMLButtonElement || !(target instanceof HTMLInputElement)) return;
    // The form may not have received the last characters yet.
    setLeft(target.value.trim());
  };
  const dismiss = () => {
    setDismissed(typed);
    // The pressed button goes with the notice.
    box.current?.querySelector('input')?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.watched}>
      <div ref={box} onBlur={onBlur}>
        {children}
      </div>
      <p className={classes.sentence} role="status">
        {matches.length > 0 &&
          `${WORDS[field]} ${matches.length === 1 ? matches[0]?.name : `${matches.length} leads`}. `}
        {isAsked && data?.message}
      </p>
      {matches.length > 0 && (
        <ul className={classes.matches}>
          {matches.slice(0, MOST).map((match) => (
            <DuplicateRow
              key={match.id}
              match={match}
              clientId={clientId}
              onOpen={() => setOpenId(match.id)}
              onDismiss={dismiss}
            />
          ))}
        </ul>
      )}
      {rest > 0 && <p className={classes.more}>and {rest} more</p>}
      {openId && <LeadPopup leadId={openId} onClose={() => setOpenId(undefined)} isOverForm />}
    </div>
  );
}
