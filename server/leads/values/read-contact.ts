import { EMAIL, withoutMarks } from '#shared/fields/fields.ts';
import { LEAD_FIELDS } from '#shared/fields/lead-fields.ts';
import { numbersIn } from '#shared/values/phone-numbers.ts';
import { phoneText } from '#server/phone.ts';

/** Separators between the addresses and words of a cell; Google's contacts use ` ::: `. */
const BETWEEN = /:::|[\s,;|/\\<>()[\]{}"“”„«»]+/u;
/** Link prefixes, labels, punctuation and quotes around an address. */
const BEFORE = /^(?:(?:mailto|e-?mail(?:[\s_-]?(?:id|address))?):)?['’‘`*•:.-]*/iu;
const AFTER = new Set("'’‘`.:*-");

/**
 * The email addresses of a cell, in order, each once: from a link or a list, in brackets or quotes, or after
 * a name.
 */
export function addressesIn(cell: string): string[] {
  if (!cell.includes('@')) return [];
  const parts = withoutMarks(cell).split(BETWEEN).map(bareAddress);
  return [...new Set(parts.filter((part) => EMAIL().test(part)))];
}

/** The addresses in a value for `email`; the numbers in one for `phone` that is longer than a number may be. */
export function contactsIn(target: string, value: string): string[] {
  if (target === 'email') return addressesIn(value);
  return target === 'phone' && value.length > LEAD_FIELDS.phone.max ? numbersIn(phoneText(value)) : [];
}

function bareAddress(part: string): string {
  // A link may continue with a subject.
  const [address = ''] = part.replace(BEFORE, '').split('?', 1);
  let end = address.length;
  while (end > 0 && AFTER.has(address[end - 1] ?? '')) end--;
  return address.slice(0, end);
}

/** The name before an address in angle brackets, as in `Asha Rao <asha@example.in>`; '' if there is none. */
export function nameBeforeAddress(cell: string): string {
  const [, name = ''] = /^([^<@]*)<[^<>@]+@[^<>]+>$/.exec(withoutMarks(cell).trim()) ?? [];
  return name.replaceAll(/["“”]/g, '').trim();
}

/** Whether a cell contains more than its addresses and a name before one in angle brackets. */
export function saysMore(cell: string, addresses: readonly string[]): boolean {
  const known = new Set(addresses);
  const words = withoutMarks(cell)
    .replace(/^[^<@]*(?=<[^<>]*>\s*$)/, '')
    .split(BETWEEN)
    .filter((part) => !known.has(bareAddress(part)) && !/^e-?mail(?:-?id)?:?$/i.test(part));
  return words.some((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Words used for a missing address or number. */
const NO_CONTACT =
  /^(?:not?(?:[\s_-]*(?:e-?mail|mail|phone|mobile|number|id|contact|address|provided|given|known|available|applicable|shared|yet))*|n\.? ?\/? ?a\.?|nill?|(?:do|does) ?n[o'’]t have|none given|[.\-_*?x0]+)$/iu;
const MOST_CHARS = 40;

/** Whether a cell states that there is no address or number. */
export const isNoContact = (cell: string) => cell.length <= MOST_CHARS && NO_CONTACT.test(cell);
