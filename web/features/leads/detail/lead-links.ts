import { useLocation } from 'react-router';
import type { Location, To } from 'react-router';
import { CALLED_FROM } from '#web/leads/ways/call-way.ts';
import { FROM_LEAD } from '#web/leads/list/list-link.ts';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';

type LinkProps = { to: To; state: unknown };

/** The link to the lead's form, which returns to the lead. */
export function useEditLink(leadId: string): LinkProps {
  const { search, state } = useLocation() as Location<unknown>;
  return {
    to: { pathname: paths.editLead(leadId), search },
    state: { ...(state as object | null), ...FROM_LEAD },
  };
}

/**
 * The link to 'Log a Call', for users with the permission. The address keeps the list, which is the queue of
 * calls.
 */
export function useLogCallLink(leadId: string): LinkProps | undefined {
  const { search } = useLocation();
  const mayLog = useCan('calls.write');
  return mayLog ? { to: { pathname: paths.logCall(leadId), search }, state: CALLED_FROM.lead } : undefined;
}
