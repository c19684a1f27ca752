import { useLocation } from 'react-router';
import type { Location, To } from 'react-router';
import { FROM_LEAD } from '#web/leads/list/list-link.ts';
import { paths } from '#web/paths.ts';

/** The link to the lead's form, which returns to the lead. */
export function useEditLink(leadId: string): { to: To; state: unknown } {
  const { search, state } = useLocation() as Location<unknown>;
  return {
    to: { pathname: paths.editLead(leadId), search },
    state: { ...(state as object | null), ...FROM_LEAD },
  };
}
