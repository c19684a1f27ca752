import { useLocation } from 'react-router';
import type { To } from 'react-router';
import { CALLED_FROM } from '#web/leads/ways/call-way.ts';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';

/**
 * The link to 'Log a Call', for users with the permission. The address keeps the list, which is the queue of
 * calls.
 */
export function useLogCallLink(leadId: string): { to: To; state: unknown } | undefined {
  const { search } = useLocation();
  const mayLog = useCan('calls.write');
  return mayLog ? { to: { pathname: paths.logCall(leadId), search }, state: CALLED_FROM.lead } : undefined;
}
