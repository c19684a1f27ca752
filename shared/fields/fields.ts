import * as z from 'zod/mini';

/**
 * Text as it is stored: NFC, with LF line endings, no other control characters except tabs, no characters
 * that UTF-8 or a spreadsheet cannot hold, trimmed. Clean text is unchanged when cleaned again: removing a
 * character can let its neighbours compose.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\ufffe\uffff]/g, '')
    .normalize('NFC')
    .trim();
}

/** A text on one line, its parts separated by single spaces. */
export function oneLine(text: string): string {
  if (!text.includes('\n')) return text;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}

/** Marks that change the reading direction of the text after them. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Removes invisible characters, which phones, mail programs and chats copy along with a number or address.
 */
export function withoutMarks(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : text.replaceAll(/\p{Cf}/gu, '');
}

/** An email address or phone number as it is stored. */
const cleanContact = (value: string) => cleanText(withoutMarks(value));

/**
 * An email address as it is stored, without what mail programs and web pages put around it: `Asha
 * <asha@example.in>`.
 */
function cleanEmail(value: string): string {
  const text = cleanContact(value);
  const open = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  return (open < 0 ? text : text.slice(open + 1, -1)).replace(/^mailto:/i, '').trim();
}

/**
 * Text that appears inside other sentences, like a name in an email: one line, and nothing that reorders or
 * hides.
 */
export function cleanLine(text: string): string {
  return cleanText(
    text
      .replaceAll(TURNS, '')
      .replaceAll(/[\s\u0085]+/g, ' ')
      .replaceAll(/[\u0080-\u009f]/g, ''),
  );
}

/**
 * The length limit of a spreadsheet cell, minus the mark before a formula, so that an export cuts no text.
 */
const MAX_CELL_UNITS = 32_766;

/** Whether the text has at most `max` code points and fits into a spreadsheet cell. */
export function fits(text: string, max: number): boolean {
  return text.length <= max || (text.length <= MAX_CELL_UNITS && [...text].length <= max);
}

/**
 * A line or paragraph of text, at most `max` code points after cleaning. `noText` is the message when it is
 * missing.
 */
export const text = (
  max: number,
  title = 'This text',
  noText = `${title} must be text.`,
  clean: (value: string) => string = cleanText,
) =>
  z.pipe(
    z.string(noText),
    z.pipe(
      z.transform(clean),
      z
        .string()
        .check(z.refine((value) => fits(value, max), `${title} is too long (${max} characters at most).`)),
    ),
  );

/** Optional text; '' means missing. */
export const optionalText = (max: number, title: string) => z.nullable(z.pipe(text(max, title), emptyAsNull));

/** Reads '' as a missing value. */
export const emptyAsNull = z.transform((value: string) => (value === '' ? null : value));

/** An optional phone number, without invisible characters; '' means missing. */
export const optionalPhone = (max: number, title: string) =>
  z.nullable(z.pipe(text(max, title, undefined, cleanContact), emptyAsNull));

export const requiredText = (max: number, message: string) =>
  text(max, 'This text', message).check(z.refine((value) => value.length > 0, message));

/** The name of a client or a person: one line that must not be empty. */
export const requiredLine = (max: number, message: string) =>
  text(max, 'This text', message, cleanLine).check(z.refine((value) => value.length > 0, message));

/** Words before a dot that a name may follow without a space: `Md.Salim`. */
const TITLES = new Set([
  'dr',
  'er',
  'jr',
  'md',
  'mr',
  'mrs',
  'ms',
  'prof',
  'shri',
  'sk',
  'smt',
  'sr',
  'sri',
  'st',
]);

/**
 * Whether mail programs could turn a part of the text into a link: `bit.ly/x`, `a@b.in`, `1.2.3.4`,
 * `evil。com`.
 */
function holdsAddress(sent: string): boolean {
  const plain = sent.normalize('NFKC').toLowerCase().replaceAll('。', '.');
  if (/:\/\/|@|www\./.test(plain)) return true;
  return plain.split(/[\s,;()]/).some((word) => {
    const parts = word.split('.');
    if (parts.filter((part) => /^\d+$/.test(part)).length > 3) return true;
    return parts.some((part, index) => {
      const next = parts[index + 1] ?? '';
      const isName = /[^\p{L}\p{M}\p{N}-]/u.test(part) || part.length < 2 || TITLES.has(part);
      return /^[\p{L}\p{M}]{2,}\//u.test(next) || (/^[\p{L}\p{M}]{2,}/u.test(next) && !isName);
    });
  });
}

/** A first or last name. Emails to colleagues show it, and it must not look like a link to follow. */
export const personName = (message: string) =>
  requiredLine(100, message).check(
    z.refine((value) => !holdsAddress(value), 'A name cannot hold a web address.'),
  );

export const Id = z.uuid('This is not a valid id.');

/** A time of the day such as `09:30`. */
export const Clock = z
  .string('Enter a time.')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:30.'));

/**
 * The client of a row, in responses for users with access to all clients: its name, time zone and country.
 */
export const clientOfRow = {
  client_name: z.optional(z.string()),
  client_time_zone: z.optional(z.string()),
  client_country: z.optional(z.string()),
};

/** Text that may be an id or something else. */
export function isId(value: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

export const Email = z.pipe(
  z.string('Email is required').check(z.maxLength(254, 'This email address is too long.')),
  z.pipe(
    z.transform(cleanContact),
    z
      .string()
      .check(
        z.minLength(1, 'Email is required'),
        z.regex(EMAIL(), 'Enter an email address, such as name@example.com.'),
      ),
  ),
);

/** An optional email address; '' means missing. */
export const OptionalEmail = z.nullable(
  z.pipe(
    z.string('Email must be text.').check(z.maxLength(254, 'Email is too long (254 characters at most).')),
    z.pipe(
      z.transform(cleanEmail),
      z.pipe(
        z
          .string()
          .check(
            z.refine(
              (value) => value === '' || EMAIL().test(value),
              'Enter an email address, such as name@example.com.',
            ),
          ),
        emptyAsNull,
      ),
    ),
  ),
);

/**
 * Deliberately simple and linear: one @, no spaces, brackets, quotes or link characters, and a dot in the
 * domain.
 */
export function EMAIL(): RegExp {
  return /^[^\s@,;:/\\<>()[\]"“”]+@[^\s@,;:/\\<>()[\]"“”.]+(?:\.[^\s@,;:/\\<>()[\]"“”.]+)+$/u;
}

/** The form in which different spellings of one address are equal. */
export function normaliseEmail(email: string): string {
  return withoutMarks(email).normalize('NFC').trim().toLowerCase();
}
