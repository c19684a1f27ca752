import type { PhoneNumber } from './phone-numbers.ts';

/** The `tel:` address of a number. */
export function phoneAddress({ dial }: PhoneNumber): string {
  return `tel:${dial}`;
}

/** A prepared text. `subject` is only for emails. */
export type Message = { subject?: string; text: string };

/** The address of a new email, with subject and text filled in. Mail programs expect CR LF line ends. */
export function mailAddress(email: string, message?: Message): string {
  const address = `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
  if (!message) return address;
  const { subject = '', text } = message;
  const parts = { subject, body: text.replaceAll('\n', '\r\n') };
  const filled = Object.entries(parts).filter(([, value]) => value !== '');
  return `${address}?${filled.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`;
}

/**
 * The address of a WhatsApp chat with the text filled in; undefined while the number's country is unknown.
 */
export function whatsAppAddress({ chat }: PhoneNumber, message?: Message): string | undefined {
  return chat && `https://wa.me/${chat}${message ? `?text=${encodeURIComponent(message.text)}` : ''}`;
}
