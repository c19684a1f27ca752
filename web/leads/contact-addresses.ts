/** The dialler's address of a number, however people write it. */
export function phoneAddress(phone: string): string {
  const digits = phone.replaceAll(/[^\d+]/g, '');
  return `tel:${digits}`;
}

/** A text that is filled in; `subject` is for mails alone. */
type Message = { subject?: string; text: string };

/** The address of a new mail, with subject and text filled in. Mail programs want lines to end as in mails. */
export function mailAddress(email: string, message?: Message): string {
  const address = `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
  if (!message) return address;
  const { subject = '', text } = message;
  const parts = { subject, body: text.replaceAll('\n', '\r\n') };
  const filled = Object.entries(parts).filter(([, value]) => value !== '');
  return `${address}?${filled.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`;
}

const INDIA = '91';

/**
 * The address of a WhatsApp chat, which begins with the country's digits, with the text filled in; a number of ten digits, or
 * one with a leading zero, counts as Indian.
 */
export function whatsAppAddress(phone: string, message?: Message): string {
  const digits = phone.replaceAll(/\D/g, '').replace(/^00/, '');
  const local = digits.replace(/^0/, '');
  const full = local.length === 10 && !phone.trim().startsWith('+') ? INDIA + local : digits;
  return `https://wa.me/${full}${message ? `?text=${encodeURIComponent(message.text)}` : ''}`;
}
