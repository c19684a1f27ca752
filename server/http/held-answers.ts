import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Actor } from '#server/db/actors.ts';
import { TooManyRequests } from '#server/errors.ts';
import { FairSlots } from '#server/fair-slots.ts';
import { hangUpSignal } from '#server/http/hang-up.ts';
import { showPlaces } from '#server/metrics.ts';

/** How many checks fit into the time after which a reader counts as stalled. */
const CHECKS = 4;

/** Thrown for a reader that has stalled, or that would hold the connection for too long. */
class SlowReader extends Error {
  override name = 'SlowReader';
}

/**
 * Responses that hold a database connection while they are read: exports and unpaged lists. They use at most
 * half of the connections, a quarter per client, and none for a reader that has stalled.
 */
export class HeldAnswers {
  readonly #limits: Config['readers'];
  readonly #slots: FairSlots;

  constructor(limits: Config['readers'], connections: number) {
    this.#limits = limits;
    this.#slots = new FairSlots({
      most: Math.floor(connections / 2),
      mostPerOwner: Math.floor(connections / 4),
      waiting: 200,
      waitingPerOwner: 20,
      patience: 10_000,
      refusal: () => new TooManyRequests('Other exports are running. Please try again in a few seconds.', 10),
    });
    showPlaces('exports', this.#slots);
  }

  /**
   * Takes a slot of the user's client, starts a response and sends the stream that `begin` creates. However
   * the response ends, even when the caller leaves, the source is destroyed and the slot released. Throws 429
   * without a slot, and what `begin` throws.
   */
  async send(reply: FastifyReply, user: Actor, begin: () => Promise<Readable>): Promise<void> {
    const signal = hangUpSignal(reply);
    const release = await this.#slots.take(user.client?.id ?? 'all clients', signal);
    try {
      const source = await begin();
      source.once('close', release);
      if (signal.aborted) source.destroy();
      await reply.send(this.#paced(source));
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Passes the bytes through, and fails when the reader stalls; the last bytes still to be read do not delay
   * the end of the source.
   */
  #paced(source: Readable): Readable {
    const { stalled, longest } = this.#limits;
    const began = performance.now();
    /**
     * Checks since the last bytes moved. Counting checks instead of time does not blame the reader when the
     * server itself was suspended.
     */
    let idle = 0;
    const tap = new Transform({
      highWaterMark: 64 * 1024,
      transform(chunk, _encoding, done) {
        idle = 0;
        done(null, chunk);
      },
    });
    const check = setInterval(() => {
      const now = performance.now();
      // Nothing is available to read yet: the reader is waiting for the source.
      if (tap.readableLength + tap.writableLength === 0) idle = 0;
      else idle += 1;
      if (idle <= CHECKS && now - began < longest) return;
      tap.destroy(new SlowReader('The answer was read too slowly.'));
    }, stalled / CHECKS).unref();
    source.once('close', () => clearInterval(check));
    pipeline(source, tap).catch((error: Error) => tap.destroy(error));
    return tap;
  }
}
