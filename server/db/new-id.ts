import { sql } from 'kysely';

/** A UUIDv7 in SQL that PostgreSQL 15 can run too: milliseconds in front, version and variant bits, the rest random. */
export const newId = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING
  substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::int8) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid`;
