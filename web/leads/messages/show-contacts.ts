import type { QueryClient } from '@tanstack/react-query';
import { contactDetails } from '#shared/values/contact-details.ts';
import { customKey } from '#shared/fields/custom-fields.ts';
import { DEFAULT_COUNTRY } from '#shared/values/countries.ts';
import type { LeadFieldsInput } from '#shared/leads/lead.ts';
import type { Channel } from '#shared/leads/message-templates.ts';
import { send } from '#web/api/send.ts';
import { afterWrite } from '#web/api/cache/written.ts';
import type { Addressed, Recipient } from '#web/leads/messages/recipients.ts';
import { follow } from '#web/leads/messages/follow.ts';
import { phoneAddress } from '#web/leads/ways/contact-addresses.ts';
import { readPhones } from '#web/leads/ways/read-phones.ts';
import { messageOf } from '#web/lib/errors.ts';
import { isMasked } from '#web/leads/masked.ts';
import { currentSession } from '#web/session/session-store.ts';
import { showFailure } from '#web/ui/states/toast.ts';

/**
 * The whole values of a lead's masked fields, of which the server makes a note. Undefined after a refusal, which is shown as a
 * message.
 */
export async function showContacts(
  client: QueryClient,
  id: string,
  fields: string[],
): Promise<Record<string, string | null> | undefined> {
  const written = { endpoint: contactDetails.show, input: { params: { id }, body: { fields } } };
  try {
    const { data } = await send(written.endpoint, written.input);
    void afterWrite(client, { ...written, data, isFollowed: false });
    return data.values;
  } catch (error) {
    showFailure(messageOf(error, 'Please try again.'), 'Failed to show the details');
    return undefined;
  }
}

/** Dials the masked number of a lead. Several numbers of a field are only passed to `onShown`, to choose from. */
export async function dialMasked(
  client: QueryClient,
  lead: Recipient,
  onShown: (shown: { id: string; phone: string }) => void,
  onCall: () => void,
): Promise<void> {
  const phone = (await showContacts(client, lead.id, ['phone']))?.['phone'];
  if (!phone) return;
  onShown({ id: lead.id, phone });
  const [number, ...others] = readPhones(phone, homeOf(lead));
  if (!number || others.length > 0) return;
  follow({ href: phoneAddress(number) });
  onCall();
}

/** The recipient with a whole number or email. */
export async function wholeRecipient(
  client: QueryClient,
  recipient: Addressed,
  channel: Channel,
): Promise<Addressed | undefined> {
  const field = channel === 'email' ? 'email' : 'phone';
  const value = (await showContacts(client, recipient.id, [field]))?.[field];
  if (!value) return undefined;
  return field === 'email'
    ? { ...recipient, email: value }
    : { ...recipient, number: readPhones(value, homeOf(recipient))[0] };
}

const homeOf = ({ client_country }: Pick<Recipient, 'client_country'>) =>
  client_country ?? currentSession().user?.client?.country ?? DEFAULT_COUNTRY;

/** The values of another lead that are to be written here: masked ones are asked for first. Undefined after a refusal. */
export async function wholeValues(
  client: QueryClient,
  id: string,
  values: LeadFieldsInput,
): Promise<LeadFieldsInput | undefined> {
  const own = Object.entries(values).filter(([, value]) => isMasked(value));
  const custom = Object.entries(values.custom ?? {}).filter(([, value]) => isMasked(value));
  const keys = [...own.map(([key]) => key), ...custom.map(([name]) => customKey(name))];
  if (keys.length === 0) return values;
  const shown = await showContacts(client, id, keys);
  if (!shown) return undefined;
  return {
    ...values,
    ...Object.fromEntries(own.map(([key]) => [key, shown[key]])),
    ...(values.custom && {
      custom: {
        ...values.custom,
        ...Object.fromEntries(custom.map(([name]) => [name, shown[customKey(name)] ?? null])),
      },
    }),
  };
}
