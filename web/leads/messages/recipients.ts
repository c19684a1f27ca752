import type { Lead } from '#shared/leads/lead.ts';
import type { PhoneNumber } from '#web/leads/ways/phone-numbers.ts';

/** A lead that can be messaged. */
export type Recipient = Pick<Lead, 'id' | 'name' | 'phone' | 'clientId' | 'client_country'> & {
  email?: string | null;
};

/** The recipient of a message, and the number for a chat. */
export type Addressed = Pick<Recipient, 'id' | 'name' | 'clientId' | 'client_country' | 'email'> & {
  number?: PhoneNumber | undefined;
};
