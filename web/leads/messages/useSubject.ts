import { useMemo } from 'react';
import type { Lead } from '#shared/leads/lead.ts';
import type { Meanings } from '#shared/values/placeholders.ts';
import { meaningsIn } from '#web/leads/messages/lead-words.ts';
import type { Subject } from '#web/leads/messages/lead-words.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { useUser } from '#web/session/useSession.ts';

/** The placeholders of texts to a lead, with their values for the lead and the signed-in user. */
export function useSubject(lead: Lead): { meanings: Meanings; subject: Subject } {
  const { firstName, lastName, client } = useUser();
  const timeZone = useTimeZone(lead);
  const fields = useFieldConfiguration(lead.clientId);
  const meanings = useMemo(() => meaningsIn(fields), [fields]);
  const company = lead.client_name ?? client?.clientName ?? '';
  return { meanings, subject: { lead, fields, timeZone, me: `${firstName} ${lastName}`, company } };
}
