/** The dialler's address of a number, however people write it. */
export function phoneAddress(phone: string): string {
  const digits = phone.replaceAll(/[^\d+]/g, '');
  return `tel:${digits}`;
}

export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}

const INDIA = '91';

/**
 * The address of a WhatsApp chat, which begins with the country's digits; a number of ten digits, or one with a
 * leading zero, counts as Indian.
 */
export function whatsAppAddress(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '').replace(/^00/, '');
  const local = digits.replace(/^0/, '');
  const full = local.length === 10 && !phone.trim().startsWith('+') ? INDIA + local : digits;
  return `https://wa.me/${full}`;
}
