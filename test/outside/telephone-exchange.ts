import { SCRIPTS } from '#test/outside/call-events.ts';
import type { PlayedCall, SentEvent } from '#test/outside/played-call.ts';

/** A call with the events that arrive of it, in the order in which they do. */
export type ExchangedCall = PlayedCall & { system: string; sent: SentEvent[]; isEndLost: boolean };

type People = { agents: readonly string[]; customers: readonly string[] };

/**
 * A telephone exchange that plays many calls the way real ones do: events twice, in another order, and some ends never. The
 * same seed plays the same calls.
 */
export class TelephoneExchange {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 to below `most` (mulberry32). */
  #next(most: number): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  }

  #one<T>(list: readonly T[]): T {
    const found = list[this.#next(list.length)];
    if (found === undefined) throw new Error('There is nothing to choose from.');
    return found;
  }

  /** Calls of these systems; of a lost end, only what comes before it arrives. */
  calls(count: number, systems: readonly string[], { agents, customers }: People): ExchangedCall[] {
    return Array.from({ length: count }, (_, index) => {
      const system = this.#one(systems);
      const call: PlayedCall = {
        id: `${system}-${index}`,
        customer: this.#one(customers),
        agent: this.#one(agents),
        direction: this.#next(4) === 0 ? 'outbound' : 'inbound',
        seconds: this.#next(3) === 0 ? null : 1 + this.#next(600),
      };
      const isEndLost = this.#next(20) === 0;
      const script = SCRIPTS[system]?.script(call) ?? [];
      const told = script.filter(({ state }) => !isEndLost || state !== 'ended');
      return { ...call, system, isEndLost, sent: this.#disturbed(told) };
    });
  }

  /** Some events twice, and some in another order. */
  #disturbed(events: readonly SentEvent[]): SentEvent[] {
    const sent = events.flatMap((event) => (this.#next(5) === 0 ? [event, event] : [event]));
    if (this.#next(4) > 0) return sent;
    for (let last = sent.length - 1; last > 0; last -= 1) {
      const other = this.#next(last + 1);
      [sent[last], sent[other]] = [sent[other] ?? this.#one(sent), sent[last] ?? this.#one(sent)];
    }
    return sent;
  }
}
