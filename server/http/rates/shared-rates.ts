import type { FastifyInstance } from 'fastify';
import type { AnnouncementListener } from '#server/db/announce/announcement-listener.ts';
import type { Announcer } from '#server/db/announce/announcer.ts';
import type { RateLimits, RateName, Rates } from './rate-limits.ts';

/** Milliseconds between two announcements. */
const TOGETHER = 250;
/** The share of a minute's rate from which a caller is announced: most callers never come close. */
const NOTABLE = 1 / 30;
/** Counts per announcement, which PostgreSQL limits to 8,000 bytes. */
const MOST_TOLD = 60;
const MINUTE = 60_000;

type Channel = { announcements: AnnouncementListener; ownWrites: Pick<Announcer, 'id'> };
type Count = { name: RateName; key: string; amount: number };

/**
 * Lets the processes of a database count requests jointly: each announces what busy callers have used here.
 */
export function shareRates(
  app: FastifyInstance,
  limits: RateLimits,
  rates: Rates,
  { announcements, ownWrites }: Channel,
): void {
  const self = ownWrites.id;
  const isNotable = ({ name, amount }: Count) => {
    const { most, seconds = 60 } = rates[name];
    return amount >= (most * NOTABLE * 60) / seconds;
  };
  const untold = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  const tell = async () => {
    timer = undefined;
    const notable = [...untold.values()].filter(isNotable);
    for (const { name, key } of notable) untold.delete(`${name} ${key}`);
    for (let at = 0; at < notable.length; at += MOST_TOLD) {
      const counts = notable
        .slice(at, at + MOST_TOLD)
        .map(({ name, key, amount }) => [name, key, amount] as const);
      // A lost announcement does no harm: without the database nobody is served, and the minute is soon over.
      await announcements.announce({ type: 'counted', from: self, counts }).catch(() => {});
    }
  };
  limits.tell = (name, key, amount) => {
    const place = `${name} ${key}`;
    const count = untold.get(place) ?? { name, key, amount: 0 };
    untold.set(place, count);
    count.amount += amount;
    if (isNotable(count)) timer ??= setTimeout(() => void tell(), TOGETHER).unref();
  };
  const forget = setInterval(() => untold.clear(), MINUTE).unref();
  const unsubscribe = announcements.subscribe((said) => {
    if (said.type !== 'counted' || said.from === self) return;
    for (const [name, key, amount] of said.counts)
      if (Object.hasOwn(rates, name)) void limits.add(name as RateName, key, amount);
  });
  app.addHook('onClose', async () => {
    unsubscribe();
    clearInterval(forget);
    clearTimeout(timer);
  });
}
