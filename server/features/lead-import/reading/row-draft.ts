import type { CustomValue, CustomValues } from '#shared/fields/custom-fields.ts';
import { fits, isId, normaliseEmail, oneLine } from '#shared/fields/fields.ts';
import { IMPORTABLE_FIELDS, leadField } from '#shared/fields/lead-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { foldText } from '#shared/values/fold-text.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import { joinPhones, phoneColumns } from '#server/phone.ts';
import type { Row } from '#server/spreadsheets/row-source.ts';
import { contactsIn, nameBeforeAddress, saysMore } from '#server/leads/values/read-contact.ts';
import type { CustomColumn } from '#server/leads/values/read-custom.ts';
import { limited } from '#server/leads/values/read-field.ts';
import type { Fail, FieldReader } from '#server/leads/values/read-field.ts';
import type { Column } from './recognise-columns.ts';

type RowProblem = { field?: FieldKey; message: string };

/** A row ready for the database; `values` are in the order of IMPORTABLE_FIELDS. */
export type NormalRow = {
  number: number;
  cells: string[];
  errors: RowProblem[];
  /** Values that did not fit their fields and are kept in the notes. */
  warnings: RowProblem[];
  owner: string | null;
  /** The product's name, or its id. */
  product: string | null;
  /** The lead's id, from our own export. */
  leadId: string | null;
  values: (string | null)[];
  /** Custom values by name, and names of boxes that the row leaves unticked; null if there are none. */
  custom: CustomValues | null;
  unticked: string[] | null;
  emailNorm: string | null;
  phoneNorm: string | null;
  otherPhones: string[] | null;
};

export const SLOTS = new Map(IMPORTABLE_FIELDS.map((key, index) => [key as string, index]));
const slotOf = (key: (typeof IMPORTABLE_FIELDS)[number]) => SLOTS.get(key) ?? -1;
const [NAME, EMAIL, PHONE] = [slotOf('name'), slotOf('email'), slotOf('phone')] as const;
const [STATUS, CLOSED] = [slotOf('status'), slotOf('converted_at')] as const;
export const NOTES = slotOf('notes');

/** The error for a row without name, email and phone; a row from our own export may identify its lead by id only. */
export const NAMELESS = 'This row has no name, email or phone.';

/** Fields that identify or reach a person: a row without any of them is rejected. */
const PERSONAL = new Set([NAME, EMAIL, PHONE]);
const MAX_PHONE = leadField('phone').max ?? 0;

/** A column with its field's place among the values, and how its cells are read. */
export type Step = Column & { slot: number; read: FieldReader; custom?: CustomColumn };

/** A row while its cells are read. */
export class Draft {
  readonly number: number;
  readonly isOwn: boolean;
  /** Country of phone numbers without a country code. */
  readonly country: string;
  readonly values: (string | null)[] = Array.from<string | null>({ length: IMPORTABLE_FIELDS.length }).fill(
    null,
  );
  readonly warnings: RowProblem[] = [];
  readonly notes: string[] = [];
  /** By name: the cell of a custom field, and its value. */
  readonly custom = new Map<string, { cell: string; value: CustomValue | null }>();
  /** Why this person's name, email and phone are in the notes. */
  readonly unreached: RowProblem[] = [];
  firstName = '';
  lastName = '';
  #emailName = '';
  owner = '';
  product = '';
  leadId: string | null = null;
  #closing: { header: string; cell: string } | undefined;

  constructor(number: number, isOwnExport: boolean, country: string) {
    this.number = number;
    this.isOwn = isOwnExport;
    this.country = country;
  }

  note(header: string, cell: string): void {
    this.notes.push(`${header}: ${cell}`);
  }

  /** Puts a cell into its column's field; a cell whose field is already filled goes to the notes. */
  take(step: Step, cell: string): void {
    const { target, slot } = step;
    if (target === 'ignore') return;
    if (target === 'keep_in_notes') this.note(step.header, cell);
    else if (target === 'first_name' && this.firstName === '') this.firstName = oneLine(cell);
    else if (target === 'last_name' && this.lastName === '') this.lastName = oneLine(cell);
    else if (target === 'owner' && this.owner === '') this.owner = oneLine(cell);
    else if (target === 'product' && this.product === '') this.product = oneLine(cell);
    else if (target === 'lead_id' && isId(cell)) this.leadId ??= cell;
    else if (step.custom) this.hold(step, step.custom, cell);
    else if (slot < 0) this.note(step.header, cell);
    else if (this.values[slot] === null) this.fill(step, cell);
    else if (slot === PHONE) this.addPhone(step, this.values[slot] ?? '', cell);
    else if (this.values[slot] !== cell) this.note(step.header, cell);
  }

  private hold(step: Step, { name, read }: CustomColumn, cell: string): void {
    const held = this.custom.get(name);
    if (held && held.cell !== cell) this.note(step.header, cell);
    if (held) return;
    const value = this.judged(step, cell, (fail) => read(cell, fail));
    if (value !== undefined) this.custom.set(name, { cell, value });
  }

  /**
   * Fills a field. If a cell contains several addresses, or several numbers too long for the field, the lead gets the first and the others
   * go to the notes.
   */
  private fill(step: Step, cell: string): void {
    const [first, ...others] = this.isOwn ? [] : contactsIn(step.target, cell);
    for (const other of others) this.note(step.header, other);
    if (first !== undefined && step.slot === EMAIL && saysMore(cell, [first, ...others]))
      this.note(step.header, cell);
    if (step.slot === EMAIL) this.#emailName = oneLine(nameBeforeAddress(cell));
    this.values[step.slot] = this.judged(step, cell, (fail) => step.read(first ?? cell, fail)) ?? null;
    if (step.slot === CLOSED && this.values[CLOSED] !== null) this.#closing = { header: step.header, cell };
  }

  /** Adds another number to the field; one that it has no room for goes to the notes. */
  private addPhone(step: Step, phone: string, cell: string): void {
    const other = step.read(cell, () => undefined);
    const joined = other === null ? undefined : joinPhones(phone, other, this.country, MAX_PHONE);
    if (joined === undefined) this.note(step.header, cell);
    else this.values[PHONE] = joined;
  }

  /** The value of a cell. A wrong value goes to the notes with a warning. */
  private judged<T>(step: Step, cell: string, read: (fail: Fail) => T): T | undefined {
    const { target, slot, header } = step;
    let wrong: { message: string; outcome: Parameters<Fail>[1] } | undefined;
    const value = read((message, outcome) => {
      wrong ??= { message, outcome };
    });
    if (wrong === undefined) return value;
    const problem = { field: target as FieldKey, message: wrong.message };
    if (this.isOwn && slot === PHONE)
      this.warnings.push({ ...problem, message: `${problem.message} The row changes no phone.` });
    else this.keep(problem, slot, header, cell);
    return wrong.outcome === 'read' ? value : undefined;
  }

  private keep(problem: RowProblem, slot: number, header: string, cell: string): void {
    this.note(header, cell);
    this.warnings.push({ ...problem, message: `${problem.message} The value is in the notes.` });
    if (PERSONAL.has(slot)) this.unreached.push(problem);
  }

  /**
   * Puts the day of closing in the notes unless the lead is won: other products fill it for open deals too, with the day on
   * which they hope to win. Without a status in the row, the lead may be a won one that is updated.
   */
  private notePlannedClosing(isWon: (status: string) => boolean): void {
    const status = this.values[STATUS] ?? null;
    if (!this.#closing || this.isOwn || (status !== null && isWon(status))) return;
    this.note(this.#closing.header, this.#closing.cell);
    if (status !== null) this.values[CLOSED] = null;
  }

  finish(row: Row, isWon: (status: string) => boolean): NormalRow {
    this.joinName();
    this.notePlannedClosing(isWon);
    this.joinNotes();
    const [email, phone] = [this.values[EMAIL] ?? null, this.values[PHONE] ?? null];
    const { phone_norm, other_phones } = phoneColumns(phone, this.country);
    const isNobody = !this.values[NAME] && !email && !phone && !this.leadId;
    const reasons = this.unreached.length > 0 ? this.unreached : [{ message: NAMELESS }];
    return {
      number: row.number,
      cells: row.cells,
      errors: isNobody ? reasons : [],
      warnings: this.warnings,
      owner: this.owner || null,
      product: this.product || null,
      leadId: this.leadId,
      values: this.values,
      ...this.customValues(),
      emailNorm: email && normaliseEmail(email),
      phoneNorm: phone_norm,
      otherPhones: other_phones,
    };
  }

  private customValues(): Pick<NormalRow, 'custom' | 'unticked'> {
    if (this.custom.size === 0) return { custom: null, unticked: null };
    const said = [...this.custom].map(([name, { value }]) => [name, value] as const);
    const held = said.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
    const unticked = said.flatMap(([name, value]) => (value === null ? [name] : []));
    return {
      custom: held.length > 0 ? Object.fromEntries(held) : null,
      unticked: unticked.length > 0 ? unticked : null,
    };
  }

  private joinName(): void {
    const name = this.values[NAME];
    if (name) {
      // Keeps in the notes those name parts that the full name does not contain.
      const isMissing = (part: string) => part !== '' && !foldText(name).includes(foldText(part));
      if (isMissing(this.firstName)) this.note('First name', this.firstName);
      if (isMissing(this.lastName)) this.note('Last name', this.lastName);
      return;
    }
    const { title, max = 200 } = leadField('name');
    const joined = `${this.firstName} ${this.lastName}`.trim() || this.#emailName;
    this.values[NAME] = limited(joined, max, title, (message) =>
      this.keep({ field: 'name', message }, NAME, title, joined),
    );
  }

  private joinNotes(): void {
    if (this.notes.length === 0 && !this.values[NOTES]) return;
    const { title, max = 20_000 } = leadField('notes');
    const own = this.values[NOTES];
    const joined = (own ? [own, ...this.notes] : this.notes).join('\n');
    if (!fits(joined, max)) {
      const message = `${title} are longer than ${inNumbers(max)} characters. The rest is left out.`;
      this.warnings.push({ field: 'notes', message });
    }
    this.values[NOTES] = fits(joined, max) ? joined : [...joined].slice(0, max).join('');
  }
}
