import { customName, isCustomKey } from '#shared/fields/custom-fields.ts';
import type { CustomValue } from '#shared/fields/custom-fields.ts';
import { formatDate, localTime } from '#shared/values/dates.ts';
import type { RuleCondition, RuleField, RuleTimes, RuleWay } from '#shared/company/distribution.ts';
import { counted } from '#shared/values/numbers.ts';
import { minutesOf } from '#shared/company/working-time.ts';

/** A rule, with the number of the last lead that each of its users received. */
export type Rule = {
  id: string;
  name: string;
  conditions: readonly RuleCondition[];
  times: RuleTimes | null;
  way: RuleWay;
  people: readonly string[];
  turns: Readonly<Record<string, number>>;
};

/**
 * A user whom rules name; `away`: absent on the next working day, until a date or until further notice
 * (null).
 */
export type Person = {
  id: string;
  name: string;
  isActive: boolean;
  away: { until: string | null } | undefined;
  open: number;
  most: number | null;
};

/** A lead that has arrived without an owner: its columns, its custom values, and the moment. */
export type Arrival = {
  lead: Readonly<Record<string, unknown>>;
  custom: Readonly<Record<string, unknown>>;
  at: Date;
};

/** The user who gets a lead, if any, and the reason in sentences for the history. */
export type Given = { person: { id: string; name: string } | null; reason: string };

export type Turn = { rule_id: string; user_id: string; turn: number };

type Clock = { timeZone: string; isChoice: (field: RuleField) => boolean };

/** How many skipped users a reason names. */
const MOST_NAMED = 3;

/**
 * Assigns leads to users by a client's rules: the first matching rule with an available user decides.
 * Remembers turns and numbers of open leads from one lead to the next, so that many leads are distributed
 * exactly.
 */
export class Distributor {
  readonly #rules: { rule: Rule; turns: Map<string, number>; last: number }[];
  readonly #people: ReadonlyMap<string, Person>;
  readonly #open: Map<string, number>;
  readonly #changed = new Set<string>();
  readonly #given = new Map<string, number>();
  readonly #clock: Clock;

  constructor(rules: readonly Rule[], people: readonly Person[], clock: Clock) {
    this.#rules = rules.map((rule) => ({
      rule,
      turns: new Map(Object.entries(rule.turns)),
      last: Math.max(0, ...Object.values(rule.turns)),
    }));
    this.#people = new Map(people.map((person) => [person.id, person]));
    this.#open = new Map(people.map(({ id, open }) => [id, open]));
    this.#clock = clock;
  }

  /** Decides for one lead. */
  give(arrival: Arrival): Given {
    const without: string[] = [];
    for (const known of this.#rules) {
      const { rule } = known;
      if (!this.#fits(rule, arrival)) continue;
      const { chosen, passed } = this.#choose(known);
      const title = `Rule “${rule.name}”`;
      if (!chosen) {
        without.push(`${title}: nobody available (${listed(passed)}).`);
        continue;
      }
      const why = `${title}: ${[this.#words(rule, chosen), ...passedWords(passed)].join('; ')}.`;
      this.#note(known, chosen.id);
      const person = { id: chosen.id, name: chosen.name };
      return { person, reason: [...without, why].join(' ') };
    }
    return {
      person: null,
      reason: ['Unassigned.', ...(without.length > 0 ? without : ['No rule matches.'])].join(' '),
    };
  }

  /** The turns that have changed since the rules were read. */
  get turns(): Turn[] {
    return this.#rules.flatMap(({ rule, turns }) =>
      [...turns]
        .filter(([id]) => this.#changed.has(`${rule.id} ${id}`))
        .map(([user_id, turn]) => ({ rule_id: rule.id, user_id, turn })),
    );
  }

  /** How many leads each user has been assigned. */
  get given(): ReadonlyMap<string, number> {
    return this.#given;
  }

  #fits({ conditions, times }: Rule, { lead, custom, at }: Arrival): boolean {
    if (times && !isWithin(times, at, this.#clock.timeZone)) return false;
    return conditions.every(({ field, values }) => {
      const value = isCustomKey(field) ? custom[customName(field)] : lead[field];
      const texts = [value as CustomValue | null | undefined]
        .flat()
        .map((one) => String(one ?? '').toLowerCase());
      const isChoice = this.#clock.isChoice(field);
      return values.some((wanted) => {
        const small = wanted.toLowerCase();
        return texts.some((text) => (isChoice ? text === small : text.includes(small)));
      });
    });
  }

  /** The rule's user whose turn is next, and which users are skipped and why. */
  #choose({ rule, turns }: { rule: Rule; turns: ReadonlyMap<string, number> }) {
    const passed: string[] = [];
    const free = rule.people.flatMap((id) => {
      const person = this.#people.get(id);
      if (!person) return [];
      const reason = this.#reasonAgainst(person);
      if (reason) passed.push(`${person.name} ${reason}`);
      return reason ? [] : [person];
    });
    const turn = ({ id }: Person) => turns.get(id) ?? 0;
    const open = ({ id }: Person) => (rule.way === 'fewest' ? (this.#open.get(id) ?? 0) : 0);
    const chosen = free.reduce<Person | undefined>((best, person) => {
      if (!best) return person;
      const order = open(person) - open(best) || turn(person) - turn(best);
      return order < 0 ? person : best;
    }, undefined);
    return { chosen, passed };
  }

  #reasonAgainst({ id, isActive, away, most }: Person): string | undefined {
    if (!isActive) return 'is inactive';
    if (away) return away.until === null ? 'is away' : `is away until ${dayInWords(away.until)}`;
    const open = this.#open.get(id) ?? 0;
    return most !== null && open >= most
      ? `has ${counted(open, 'open lead')}, with a limit of ${most}`
      : undefined;
  }

  #words({ way }: Rule, { id, name }: Person): string {
    if (way === 'person') return `always ${name}`;
    if (way === 'turn') return `${name}’s turn`;
    return `${name} has the fewest open leads (${this.#open.get(id) ?? 0})`;
  }

  #note(known: { rule: Rule; turns: Map<string, number>; last: number }, id: string): void {
    known.last += 1;
    known.turns.set(id, known.last);
    this.#changed.add(`${known.rule.id} ${id}`);
    this.#open.set(id, (this.#open.get(id) ?? 0) + 1);
    this.#given.set(id, (this.#given.get(id) ?? 0) + 1);
  }
}

const passedWords = (passed: readonly string[]) => (passed.length > 0 ? [listed(passed)] : []);

function listed(passed: readonly string[]): string {
  if (passed.length === 0) return 'its people have left';
  const more = passed.length - MOST_NAMED;
  return [...passed.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const dayInWords = (day: string) => formatDate(new Date(`${day}T00:00:00Z`), 'UTC');

/** Whether a moment is within the rule's times in the given time zone. */
function isWithin({ days, from, until }: RuleTimes, at: Date, timeZone: string): boolean {
  const { year, month, day, hour, minute } = localTime(at, timeZone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
  const now = hour * 60 + minute;
  const [begin, end] = [minutesOf(from), minutesOf(until)];
  if (begin < end) return days.includes(weekday) && now >= begin && now < end;
  const dayBefore = weekday === 1 ? 7 : weekday - 1;
  return (days.includes(weekday) && now >= begin) || (days.includes(dayBefore) && now < end);
}
