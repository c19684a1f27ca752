import { customKey } from '#shared/fields/custom-fields.ts';
import type { CustomInput } from '#shared/fields/custom-fields.ts';
import { cleanText } from '#shared/fields/fields.ts';
import { LEAD_FIELDS } from '#shared/fields/lead-fields.ts';
import type { FieldKey, LeadFieldType } from '#shared/fields/lead-fields.ts';
import { Enquiry } from '#shared/leads/public-leads.ts';
import type { FieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { readableName } from '#server/leads/values/readable-name.ts';
import { valueReader } from '#server/leads/values/value-reader.ts';

/** Names of fields that forms send for themselves. */
const OF_FORMS = /^_|captcha|turnstile|csrf|nonce/i;
/** The most other values that are read, and the most characters of one. */
const MOST = { values: 50, text: 1000 };

/** The message, and below it the texts and numbers of a form for which an enquiry has no field. */
export function withOtherValues(message: string | null | undefined, sent: unknown): string {
  const others = Object.entries(sent ?? {}).filter(
    ([name]) => !Object.hasOwn(Enquiry.def.shape, name) && !OF_FORMS.test(name),
  );
  const lines = others.slice(0, MOST.values).flatMap(([name, value]: [string, unknown]) => {
    const isText = typeof value === 'string' || typeof value === 'number';
    const text = isText ? cleanText(String(value).slice(0, MOST.text)) : '';
    return text === '' ? [] : [`${readableName(cleanText(name.slice(0, MOST.text)))}: ${text}`];
  });
  return [message, lines.join('\n')].filter(Boolean).join('\n\n');
}

/** Types whose text is the value itself. */
const TEXTS: readonly LeadFieldType[] = ['text', 'textarea'];

/**
 * The fields of an enquiry: website forms send amounts, dates, choices and check boxes as text, which is read
 * like the cells of a file. Text that its field cannot hold, or only in part, is added below the message.
 */
export function readEnquiry(enquiry: Enquiry, options: FieldOptions, timeZone: string) {
  const { website: _, message, custom = {}, budget, source, ...rest } = enquiry;
  const read = valueReader(timeZone, options);
  const lines: string[] = [];
  const readText = (key: FieldKey, title: string, text: string) => {
    const sent = cleanText(text);
    if (sent === '') return null;
    const { value, isWhole } = read(key, sent);
    if (!isWhole) lines.push(`${title}: ${sent}`);
    return value ?? null;
  };
  const values = Object.entries(custom).map(([name, sent]) => {
    const field = options.custom.get(name)?.field;
    const isRead = field && typeof sent === 'string' && !TEXTS.includes(field.type);
    return [name, isRead ? readText(customKey(name), field.title, sent) : sent] as const;
  });
  const fields = {
    ...rest,
    ...(source && { source: readText('source', LEAD_FIELDS.source.title, source) as string | null }),
    ...(budget != null && {
      budget: readText('budget', LEAD_FIELDS.budget.title, String(budget)) as number | null,
    }),
    custom: Object.fromEntries(values) as CustomInput,
  };
  return { fields, message: [message, lines.join('\n')].filter(Boolean).join('\n\n') };
}
