import type { PhoneNumber } from '#web/leads/phone-numbers.ts';

/** The dialler's address of a number. */
export function phoneAddress({ dial }: PhoneNumber): string {
  return `tel:${dial}`;
}

/** A text that is filled in; `subject` is for mails alone. */
export type Message = { subject?: string; text: string };

/** The address of a new mail, with subject and text filled in. Mail programs want lines to end as in mails. */
export function mailAddress(email: string, message?: Message): string {
  const address = `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
  if (!message) return address;
  const { subject = '', text } = message;
  const parts = { subject, body: text.replaceAll('\n', '\r\n') };
  const filled = Object.entries(parts).filter(([, value]) => value !== '');
  return `${address}?${filled.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`;
}

/** The address of a WhatsApp chat with the text filled in; undefined while the number's country is not known. */
export function whatsAppAddress({ chat }: PhoneNumber, message?: Message): string | undefined {
  return chat && `https://wa.me/${chat}${message ? `?text=${encodeURIComponent(message.text)}` : ''}`;
}
