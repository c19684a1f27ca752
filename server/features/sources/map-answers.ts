import { customName, isCustomKey } from '#shared/fields/custom-fields.ts';
import type { CustomInput } from '#shared/fields/custom-fields.ts';
import type { LeadFieldsInput } from '#shared/leads/lead.ts';
import { LEAD_FIELDS, foldTitle } from '#shared/fields/lead-fields.ts';
import type { CustomFieldKey } from '#shared/fields/lead-fields.ts';
import { SOURCE_TARGETS } from '#shared/company/sources.ts';
import type { Mapping, SourceTarget } from '#shared/company/sources.ts';
import { lastPart } from '#server/features/sources/portals/other.ts';
import type { Answer } from '#server/features/sources/portals/portal.ts';
import type { FieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { recogniseHeader } from '#server/leads/values/header-aliases.ts';
import { contactsIn, nameBeforeAddress } from '#server/leads/values/read-contact.ts';
import { readableName } from '#server/leads/values/readable-name.ts';
import { valueReader } from '#server/leads/values/value-reader.ts';

/** Fields of a lead that a portal may fill. */
const FIELDS = [
  'email', 'phone', 'company_name', 'designation', 'location', 'address', 'budget', 'preferred_contact_time', 'gender',
  'campaign_id', 'form_id', 'utm_source', 'utm_medium', 'utm_campaign',
] as const; // prettier-ignore
type Field = (typeof FIELDS)[number];
type Fields = Partial<Pick<LeadFieldsInput, Field>>;

/**
 * Several values for one of these targets are combined; for every other target the first counts, and the
 * others go to the notes.
 */
const SHARED: readonly SourceTarget[] = ['message', 'keep_in_notes', 'ignore'];
const NAME_PARTS: readonly SourceTarget[] = ['name', 'first_name', 'last_name'];
const SURE = { own: 2, known: 1, vague: 0 } as const;

export type Mapped = {
  fields: Fields & { name?: string | undefined; custom: CustomInput };
  /** The person's own message, followed by every value that went nowhere else. */
  message: string;
  /** The requested product as text. */
  product: string | undefined;
  portalId: string | undefined;
  /** Messages about values that could not be read. */
  remarks: string[];
};

type Placed = Answer & { target: SourceTarget };

/** The answers, each with its target: chosen by hand, or else derived from its name. */
export function placesOf(answers: readonly Answer[], mapping: Mapping, options: FieldOptions): Placed[] {
  const titles = titlesOf(options);
  const wishes = answers.map(({ name }) => wishOf(name, mapping, titles, options));
  const winner = new Map<SourceTarget, number>();
  wishes.forEach(({ target, sure }, index) => {
    const best = winner.get(target);
    if (best === undefined || sure > (wishes[best]?.sure ?? 0)) winner.set(target, index);
  });
  return answers.map((answer, index) => {
    const { target } = wishes[index] ?? { target: 'keep_in_notes' as const };
    const wins = SHARED.includes(target) || winner.get(target) === index;
    return { ...answer, target: wins ? target : 'keep_in_notes' };
  });
}

/** Fields whose target has another name. */
const NAMED: Record<string, SourceTarget> = {
  product_id: 'product',
  description: 'message',
  notes: 'message',
};

/** The client's own titles of the fields that a source may fill. */
function titlesOf({ configuration, custom }: FieldOptions): Map<string, SourceTarget> {
  const titles = Object.entries(configuration).map(([key, { title }]) => [title, NAMED[key] ?? key] as const);
  return new Map(
    titles.flatMap(([title, target]) =>
      isLiving(target, custom) ? [[foldTitle(title), target as SourceTarget]] : [],
    ),
  );
}

type Wish = { target: SourceTarget; sure: number };

function wishOf(
  name: string,
  mapping: Mapping,
  titles: ReadonlyMap<string, SourceTarget>,
  { custom }: FieldOptions,
): Wish {
  const byHand = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
  if (byHand && isLiving(byHand, custom)) return { target: byHand as SourceTarget, sure: 3 };
  const last = lastPart(name);
  const own = titles.get(foldTitle(last));
  if (own) return { target: own, sure: SURE.own };
  const known = recogniseHeader(last);
  if (!known) return { target: 'keep_in_notes', sure: 0 };
  const target = NAMED[known.target] ?? (known.target as SourceTarget);
  return { target: isOffered(target) ? target : 'keep_in_notes', sure: SURE[known.sure] };
}

/** Names that a file may use but a stranger may not: owner, status, dates. */
const isOffered = (target: string) => Object.hasOwn(SOURCE_TARGETS, target);

const isLiving = (target: string, custom: FieldOptions['custom']) =>
  isOffered(target) || (isCustomKey(target) && custom.has(customName(target)));

/**
 * The lead that the answers produce, with dates in the client's time zone. A value that does not fit its
 * field goes to the notes.
 */
export function mapAnswers(
  answers: readonly Answer[],
  mapping: Mapping,
  options: FieldOptions,
  timeZone: string,
): Mapped {
  const whole = placesOf(answers, mapping, options);
  const placed = whole.flatMap(oneContactEach);
  const read = valueReader(timeZone, options);
  const first = (target: SourceTarget) => placed.find((one) => one.target === target)?.value;
  const lines = placed.filter(({ target }) => target === 'keep_in_notes').map(lineOf);
  const remarks = placed
    .filter(({ isCut }) => isCut)
    .map(
      ({ name }) =>
        `${readableName(lastPart(name))} is too long for a field. The full text is kept only in this delivery.`,
    );
  const valueOf = (answer: Answer, key: CustomFieldKey | Field, title: string) => {
    const { value, isWhole } = read(key, answer.value);
    if (isWhole) return value;
    lines.push(lineOf(answer));
    const problem =
      value === undefined ? 'couldn’t be read; the value' : 'was only partly read; the whole value';
    remarks.push(`${title} ${problem} is in the notes.`);
    return value;
  };
  const fields: Mapped['fields'] = { custom: {} };
  for (const answer of placed) {
    const { target } = answer;
    if (isCustomKey(target)) {
      const name = customName(target);
      const value = valueOf(answer, target, options.custom.get(name)?.field.title ?? target);
      if (value !== undefined) fields.custom[name] = value;
    } else if (isField(target)) {
      const value = valueOf(answer, target, LEAD_FIELDS[target].title);
      if (value !== undefined) Object.assign(fields, { [target]: value });
    }
  }
  const full = first('name') ?? [first('first_name'), first('last_name')].filter(Boolean).join(' ');
  const email = whole.find(({ target }) => target === 'email')?.value ?? '';
  const name = inOneLine(full || nameBeforeAddress(email));
  if (name) fields.name = [...name].slice(0, LEAD_FIELDS.name.max).join('');
  const isMissing = ({ target, value }: Placed) =>
    NAME_PARTS.includes(target) && !fields.name?.includes(inOneLine(value));
  lines.push(...placed.filter(isMissing).map(lineOf));
  const words = placed.filter(({ target }) => target === 'message').map(({ value }) => value);
  const message = [...words, lines.join('\n')].filter(Boolean).join('\n\n');
  return { fields, message, product: first('product'), portalId: first('portal_id'), remarks };
}

/** If a value contains several addresses or too many numbers, the lead gets the first; the others go to the notes. */
function oneContactEach(answer: Placed): Placed[] {
  const [first, ...others] = contactsIn(answer.target, answer.value);
  if (first === undefined) return [answer];
  const kept = others.map((value): Placed => ({ ...answer, value, target: 'keep_in_notes' }));
  return [{ ...answer, value: first }, ...kept];
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

const isField = (target: SourceTarget): target is Field => (FIELDS as readonly string[]).includes(target);

/** A line of the notes: `Ad set: Monsoon`. */
const lineOf = ({ name, value }: Answer) => `${readableName(lastPart(name))}: ${value}`;
