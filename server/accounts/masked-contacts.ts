import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { HOLDS_CONTACT } from '#shared/leads/lead-name.ts';

/**
 * What sales reps of a company that masks contact details read of them: the beginning and the last three characters of a
 * number, the first letter and the domain of an email. The patterns below mean the same in JavaScript and in
 * PostgreSQL, which masks the cells of exports.
 */
const MARK = '•';
/** The beginning of a number that stays: its country and two digits, or two digits. */
const HEAD = /^(\+[0-9]{1,3}[ -][0-9]{2}|\+[0-9]{4}|[0-9]{2})/;
/** The characters that are masked: everything but the signs between digits. */
const HIDDEN = /[^ ()+./,;:-]/gu;
const TAIL = 3;
/** At least this many characters between head and tail are masked, or only the last two stay. */
const LEAST_HIDDEN = 4;

export function maskPhone(phone: string): string {
  if (isMasked(phone)) return phone;
  const head = HEAD.exec(phone)?.[0] ?? '';
  const isLong = phone.length >= head.length + TAIL + LEAST_HIDDEN;
  const shown = isLong ? head.length : 0;
  const tail = isLong ? TAIL : phone.length > LEAST_HIDDEN ? 2 : 0;
  const end = phone.length - tail;
  return phone.slice(0, shown) + phone.slice(shown, end).replaceAll(HIDDEN, MARK) + phone.slice(end);
}

export function maskEmail(email: string): string {
  if (isMasked(email)) return email;
  const at = email.lastIndexOf('@');
  return `${at > 1 ? [...email][0] : ''}${MARK.repeat(3)}${at < 0 ? '' : email.slice(at)}`;
}

/** The refusal of a masked value, which would overwrite the whole one. */
export const MASKED = 'This is masked. Press Show to read and change it, or leave it as it is.';

/** Whether a text holds a masked value. */
export const isMasked = (text: string): boolean => text.includes(MARK.repeat(3));

/** An email begins where no other could: otherwise a long word would be read again from each of its letters. */
const EMAIL_IN_TEXT = /(?<![^\s@,;:<>()"“”])[^\s@,;:<>()"“”]+@[^\s@,;:<>()"“”.]+(?:\.[^\s@,;:<>()"“”.]+)+/gu;
const PHONE_IN_TEXT = /\+?\d(?:[\s().-]{0,2}\d){7,}/g;

/** A name or sentence without the emails and numbers in it: a lead without a name is called by its number. */
export function maskText(text: string): string {
  return text.replaceAll(EMAIL_IN_TEXT, maskEmail).replaceAll(PHONE_IN_TEXT, maskPhone);
}

type Sql = RawBuilder<unknown>;

/** `maskPhone` for a cell. */
export function maskedPhone(phone: Sql): Sql {
  const head = sql`coalesce(substring(${phone} from ${HEAD.source}::text), '')`;
  const hidden = (text: Sql) => sql`regexp_replace(${text}, ${HIDDEN.source}::text, ${MARK}::text, 'g')`;
  return sql`CASE
    WHEN length(${phone}) >= length(${head}) + ${TAIL + LEAST_HIDDEN}::int
    THEN ${head} || ${hidden(sql`substr(left(${phone}, ${-TAIL}::int), length(${head}) + 1)`)} || right(${phone}, ${TAIL}::int)
    WHEN length(${phone}) > ${LEAST_HIDDEN}::int THEN ${hidden(sql`left(${phone}, -2)`)} || right(${phone}, 2)
    ELSE ${hidden(phone)} END`;
}

/** `maskEmail` for a cell. */
export const maskedEmail = (
  email: Sql,
): Sql => sql`CASE WHEN ${email} ~ '^..+@' THEN left(${email}, 1) ELSE '' END
  || CASE WHEN ${email} IS NOT NULL THEN repeat(${MARK}::text, 3) || coalesce(substring(${email} from '@[^@]*$'), '') END`;

/** A name in which an email or a number stands is masked as a whole. */
export const maskedName = (name: Sql): Sql => sql`CASE WHEN ${name} !~ ${HOLDS_CONTACT}::text THEN ${name}
  WHEN strpos(${name}, '@') > 0 THEN ${maskedEmail(name)} ELSE ${maskedPhone(name)} END`;
