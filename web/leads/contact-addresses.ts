/** The dialler's address of a number as people write it. */
export function phoneAddress(phone: string): string {
  const digits = phone.replaceAll(/[^\d+]/g, '');
  return `tel:${digits}`;
}

export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}

const INDIA = '91';

/** WhatsApp wants the country's digits first; a number of ten digits, or one with a leading zero, is an Indian one. */
export function whatsAppAddress(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '').replace(/^00/, '');
  const local = digits.replace(/^0/, '');
  const full = local.length === 10 && !phone.trim().startsWith('+') ? INDIA + local : digits;
  return `https://wa.me/${full}`;
}
