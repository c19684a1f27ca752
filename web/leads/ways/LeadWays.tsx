import { Button } from '@mantine/core';
import PhoneCall from 'lucide-react/icons/phone-call';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { To } from 'react-router';
import type { Lead } from '#shared/leads/lead.ts';
import { ContactWays } from '#web/leads/ways/ContactWays.tsx';
import classes from '#web/leads/ways/Ways.module.css';
import { wayLook } from '#web/leads/ways/way-look.tsx';
import { CALLED_FROM } from '#web/leads/ways/call-way.ts';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';

type Props = {
  lead: Lead;
  /** Whether the ways are in the bar at the foot of a phone, within reach of the thumb. */
  isBar?: boolean;
  /** The menu of the less common actions. */
  children?: ReactNode;
};

/** The one row of ways on from a lead: contact it, log a call, and the rarer actions. */
export function LeadWays({ lead, isBar = false, children }: Props) {
  const logCall = useLogCallLink(lead.id);
  const look = wayLook(PhoneCall, isBar);
  return (
    <div
      className={isBar ? classes.bar : classes.ways}
      role="group"
      aria-label="Actions"
      data-thumb-bar={isBar || undefined}
      data-screen-only
    >
      <ContactWays lead={lead} isBar={isBar} />
      {logCall && (
        <Button
          component={Link}
          {...logCall}
          {...look}
          variant={isBar ? look.variant : 'filled'}
          aria-label="Log Call"
        >
          {isBar ? 'Log' : 'Log Call'}
        </Button>
      )}
      {children}
    </div>
  );
}

/**
 * The link to 'Log a Call', for users with the permission. The address keeps the list, which is the queue of
 * calls.
 */
function useLogCallLink(leadId: string): { to: To; state: unknown } | undefined {
  const { search } = useLocation();
  const mayLog = useCan('calls.write');
  return mayLog ? { to: { pathname: paths.logCall(leadId), search }, state: CALLED_FROM.lead } : undefined;
}
