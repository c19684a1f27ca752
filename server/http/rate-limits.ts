import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { EXPORTS_PER_MINUTE } from '#shared/lead-export.ts';
import { TooManyRequests } from '#server/errors.ts';

const FAST = 'Too many requests. Please wait a moment.';
const FAST_COMPANY = 'Your company is sending too many requests. Please wait a moment.';
const FAST_WEBSITE = 'Too many requests. Please try again in a minute.';

/** `seconds`: the time within which so much is allowed, where it is no minute. */
export type Rate = { most: number; words: string; seconds?: number };

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const FULL_DAY = 'Today’s limit for leads from this source has been reached. Please try again tomorrow.';

/** The most within a minute, or a day, all processes together; the table in docs/security.md says the same. */
export const RATES = {
  /** Requests of one user; before sign-in, of one address. */
  reads: { most: 600, words: FAST },
  writes: { most: 120, words: FAST },
  /** Requests of all users of one client. */
  clientReads: { most: 6000, words: FAST_COMPANY },
  clientWrites: { most: 1200, words: FAST_COMPANY },
  /** Kilobytes of JSON answered to all users of one client: large pages cost more than small ones. */
  clientKilobytes: { most: 600 * 1024, words: FAST_COMPANY },
  /** Tokens from one address that belong to no living session. */
  deadTokens: { most: 300, words: FAST },
  /** Leads sent with one API key; wrong keys from one address. */
  keyCalls: { most: 60, words: FAST_WEBSITE },
  wrongKeys: { most: 20, words: FAST_WEBSITE },
  /** Deliveries to sources from one address, before a source is looked for: a portal delivers to many companies from few addresses. */
  deliveries: { most: 1200, words: FAST_WEBSITE },
  /** Requests of one source. */
  sourceCalls: { most: 120, words: FAST_WEBSITE },
  /** Leads of one source, and of one API key, within a day. */
  sourceLeads: { most: 10_000, words: FULL_DAY, seconds: DAY },
  keyLeads: { most: 10_000, words: FULL_DAY, seconds: DAY },
  /** Imports, and checks of files to import, that the users of one client begin. */
  imports: { most: 60, words: 'Too many files are being imported. Please wait a moment.' },
  /** Exports that one user begins. */
  exports: {
    most: EXPORTS_PER_MINUTE,
    words: `You can export ${EXPORTS_PER_MINUTE} times a minute. Please wait a moment.`,
  },
} satisfies Record<string, Rate>;
export type RateName = keyof typeof RATES;
export type Rates = Record<RateName, Rate>;

/** Hears what is counted here, for other processes. */
type Tell = (name: RateName, key: string, amount: number) => void;

const ID = /^[\da-f]{8}-[\da-f-]{27}$/;

/** A user or client by id; an address or a key of an API by a digest, since other processes hear of it. */
function keyOf(caller: string): string {
  return ID.test(caller) ? caller : createHash('sha256').update(caller).digest('base64url').slice(0, 22);
}

/**
 * Counts by name within minutes or days that begin with the first request of each caller. Requests that other processes have
 * counted come by `add`.
 */
export class RateLimits {
  readonly #limiters: ReadonlyMap<RateName, RateLimiterMemory>;
  /** Set where several processes serve one database. */
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

  /**
   * Counts `amount` for the caller. Throws 429 with the seconds that are left when the sum is more than the rate
   * allows.
   */
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

  /** Throws 429 when the caller has used the rate up; counts nothing. */
  async refuseSpent(name: RateName, caller: string): Promise<void> {
    const limiter = this.#limiters.get(name);
    const used = await limiter?.get(keyOf(caller));
    if (limiter && used && used.consumedPoints >= limiter.points) throw refusal(name, used);
  }

  /** Counts work that has happened already, also beyond the rate. */
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
