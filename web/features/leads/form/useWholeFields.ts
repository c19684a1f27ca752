import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { valueOf } from '#shared/leads/lead.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { withValue } from '#web/leads/fields/with-value.ts';
import { showContacts } from '#web/leads/messages/show-contacts.ts';

/**
 * The masked fields of a form that were shown whole, in the lead that it has seen and in its inputs. A lead of the server
 * masks them again, which is no change of theirs: `unmasked` takes that back.
 */
export function useWholeFields(
  seen: Lead,
  onSeen: (lead: Lead) => void,
  onValue: (field: FieldKey, value: string) => void,
) {
  const client = useQueryClient();
  const whole = useRef(new Map<FieldKey, { masked: unknown; value: string }>());
  return {
    show: async (field: FieldKey): Promise<void> => {
      const value = (await showContacts(client, seen.id, [field]))?.[field];
      if (!value) return;
      whole.current.set(field, { masked: valueOf(seen, field), value });
      onSeen({ ...seen, ...withValue(seen, field, value) });
      onValue(field, value);
    },
    unmasked: (lead: Lead): Lead =>
      [...whole.current].reduce(
        (one, [field, { masked, value }]) =>
          valueOf(one, field) === masked ? { ...one, ...withValue(one, field, value) } : one,
        lead,
      ),
  };
}
