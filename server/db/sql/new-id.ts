import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * A UUIDv7 in SQL that also runs on PostgreSQL 15: milliseconds first, then version and variant bits, the
 * rest random.
 */
export const newId = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING
  substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::int8) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid`;

/**
 * A UUIDv7 for each of several rows, distinguished by the text `key`, in a form that can be computed on a
 * client's node (`onOneNode`): the time and a secret are passed in with the statement. With `place`, a number below
 * 4096, the ids of the rows have its order.
 */
export function newIdFor(key: RawBuilder<unknown>, place?: RawBuilder<unknown>): RawBuilder<string> {
  const time = Date.now().toString(16).padStart(12, '0');
  const digits = sql`left(encode(sha256((${randomUUID()}::text || ${key})::bytea), 'hex'), 32)`;
  const start = place ? sql`|| lpad(to_hex(${place}), 3, '0')` : sql``;
  return sql<string>`overlay(overlay(${digits} PLACING ${`${time}7`}::text ${start} FROM 1) PLACING 'a' FROM 17)::uuid`;
}
