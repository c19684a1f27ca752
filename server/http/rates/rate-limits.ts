import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { SHOWN_PER_HOUR } from '#shared/values/contact-details.ts';
import { EXPORTS_PER_MINUTE } from '#shared/leads/lead-export.ts';
import { RINGS_PER_MINUTE } from '#shared/activities/phone-calls.ts';
import { TooManyRequests } from '#server/errors.ts';

const FAST = 'Too many requests. Please wait a moment.';
const FAST_COMPANY = 'Your company is sending too many requests. Please wait a moment.';
const FAST_WEBSITE = 'Too many requests. Please try again in a minute.';

/** `seconds`: the window of the limit, if not a minute. */
export type Rate = { most: number; words: string; seconds?: number };

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const FULL_DAY = 'Today’s limit for leads from this source has been reached. Please try again tomorrow.';

/** The limits per minute or day, across all processes; the table in docs/security.md must match. */
export const RATES = {
  /** Requests of one user; before sign-in, from one address. */
  reads: { most: 600, words: FAST },
  writes: { most: 120, words: FAST },
  /** Requests of all users of one client. */
  clientReads: { most: 6000, words: FAST_COMPANY },
  clientWrites: { most: 1200, words: FAST_COMPANY },
  /** Kilobytes of JSON sent to all users of one client: large pages cost more than small ones. */
  clientKilobytes: { most: 600 * 1024, words: FAST_COMPANY },
  /** Tokens from one address that belong to no valid session. */
  deadTokens: { most: 300, words: FAST },
  /** Calls with one API key; wrong keys from one address. */
  keyCalls: { most: 60, words: FAST_WEBSITE },
  wrongKeys: { most: 20, words: FAST_WEBSITE },
  /**
   * Deliveries from one address, before a source is looked up: a portal delivers to many companies from few
   * addresses.
   */
  deliveries: { most: 1200, words: FAST_WEBSITE },
  /** Requests to one source. */
  sourceCalls: { most: 120, words: FAST_WEBSITE },
  /** Requests to one telephony source: a call makes several. */
  sourceEvents: { most: 1200, words: FAST_WEBSITE },
  /** Calls that one user starts from the page. */
  rings: {
    most: RINGS_PER_MINUTE,
    words: `You can start ${RINGS_PER_MINUTE} calls a minute. Please wait a moment.`,
  },
  /** Leads of one source, and of one API key, per day. */
  sourceLeads: { most: 10_000, words: FULL_DAY, seconds: DAY },
  keyLeads: { most: 10_000, words: FULL_DAY, seconds: DAY },
  /** Imports and import previews started by the users of one client. */
  imports: { most: 60, words: 'Too many files are being imported. Please wait a moment.' },
  /** Masked phone numbers and emails shown to one user. */
  contactDetails: {
    most: SHOWN_PER_HOUR,
    words: `You can be shown ${SHOWN_PER_HOUR} phone numbers and emails an hour. Please wait a while.`,
    seconds: 60 * MINUTE,
  },
  /** Exports started by one user. */
  exports: {
    most: EXPORTS_PER_MINUTE,
    words: `You can export ${EXPORTS_PER_MINUTE} times a minute. Please wait a moment.`,
  },
} satisfies Record<string, Rate>;
export type RateName = keyof typeof RATES;
export type Rates = Record<RateName, Rate>;

/** Called with what is counted here, to announce it to other processes. */
type Tell = (name: RateName, key: string, amount: number) => void;

const ID = /^[\da-f]{8}-[\da-f-]{27}$/;

/**
 * A user's or client's id; for an address or an API key a digest, because it is announced to other processes.
 */
function keyOf(caller: string): string {
  return ID.test(caller) ? caller : createHash('sha256').update(caller).digest('base64url').slice(0, 22);
}

/**
 * Counts by name in windows of minutes or days that begin with each caller's first request. Counts from other
 * processes arrive through `add`.
 */
export class RateLimits {
  readonly #limiters: ReadonlyMap<RateName, RateLimiterMemory>;
  /** Set when several processes serve one database. */
  tell: Tell = () => {};

  /** Without `rates` nothing is counted and nobody refused. */
  constructor(rates: Rates | undefined) {
    const entries = Object.entries(rates ?? {}) as [RateName, Rate][];
    this.#limiters = new Map(
      entries.map(([name, { most, seconds = MINUTE }]) => [
        name,
        new RateLimiterMemory({ points: most, duration: seconds }),
      ]),
    );
  }

  /** Counts `amount` for the caller. Throws 429 with the remaining seconds when the sum exceeds the rate. */
  async count(name: RateName, caller: string, amount = 1): Promise<void> {
    const limiter = this.#limiters.get(name);
    if (!limiter) return;
    const key = keyOf(caller);
    this.tell(name, key, amount);
    try {
      await limiter.consume(key, amount);
    } catch (error) {
      throw error instanceof RateLimiterRes ? refusal(name, error) : error;
    }
  }

  /** Throws 429 when the caller has used up the rate; counts nothing. */
  async refuseSpent(name: RateName, caller: string): Promise<void> {
    const limiter = this.#limiters.get(name);
    const used = await limiter?.get(keyOf(caller));
    if (limiter && used && used.consumedPoints >= limiter.points) throw refusal(name, used);
  }

  /** Counts work that has already happened, even beyond the rate. */
  async note(name: RateName, caller: string, amount = 1): Promise<void> {
    const key = keyOf(caller);
    this.tell(name, key, amount);
    await this.add(name, key, amount);
  }

  /** Adds requests that another process has counted, by the caller's key. */
  async add(name: RateName, key: string, amount: number): Promise<void> {
    await this.#limiters.get(name)?.penalty(key, amount);
  }
}

function refusal(name: RateName, { msBeforeNext }: RateLimiterRes): TooManyRequests {
  return new TooManyRequests(RATES[name].words, Math.max(1, Math.ceil(msBeforeNext / 1000)));
}
