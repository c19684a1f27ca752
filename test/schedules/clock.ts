import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type pg from 'pg';

const MachineDate = Date;
const machineNow = performance.now.bind(performance);
/** Milliseconds since this process began, by the machine. */
export { machineNow };

/** Ends a pause of the code at once where `isSkipped`. Returns a function that stops doing so. */
export function skipPauses(isSkipped: () => boolean): () => void {
  const { setTimeout: pause } = timers;
  const replace = (by: typeof pause) => {
    timers.setTimeout = by;
    syncBuiltinESMExports();
  };
  replace(async (ms, value, options) => await pause(isSkipped() ? 0 : ms, value, options));
  return () => replace(pause);
}

const DAY = 24 * 60 * 60_000;
/** Milliseconds by which the day of the clients' time zone, Asia/Kolkata, begins earlier. */
const ZONE = 5.5 * 60 * 60_000;

/**
 * PostgreSQL's now() and clock_timestamp() in this database alone: ahead of the machine's clock by the last leap
 * before the moment. The time of a transaction that has begun does not leap. Column defaults are bound to the
 * function that they were created with, and are created anew.
 */
const MOVABLE = `
  CREATE SCHEMA schedules;
  CREATE TABLE schedules.leaps (at timestamptz PRIMARY KEY, ahead interval NOT NULL);
  ALTER FUNCTION pg_catalog.now() RENAME TO machine_now;
  ALTER FUNCTION pg_catalog.clock_timestamp() RENAME TO machine_time;
  CREATE FUNCTION pg_catalog.moved(moment timestamptz) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER
    AS $$ SELECT moment + coalesce((SELECT ahead FROM schedules.leaps WHERE at <= moment ORDER BY at DESC LIMIT 1), '0') $$;
  CREATE FUNCTION pg_catalog.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT moved(machine_now()) $$;
  CREATE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT moved(machine_time()) $$;
  DO $$
    DECLARE own record;
    BEGIN
      FOR own IN SELECT adrelid::regclass AS place, attname, pg_get_expr(adbin, adrelid) AS value FROM pg_attrdef
        JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum WHERE pg_get_expr(adbin, adrelid) LIKE '%machine_now()%'
      LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s', own.place, own.attname, replace(own.value, 'machine_now()', 'now()'));
      END LOOP;
    END
  $$`;

/**
 * The time of the product: that of this process and that of the database, moved together. Timers, and PostgreSQL's
 * own time limits, follow the machine.
 */
export class Clock {
  readonly #watcher: pg.Client;
  #ahead = 0;

  private constructor(watcher: pg.Client) {
    this.#watcher = watcher;
  }

  /** Takes both clocks over, before any statement of the product is prepared. */
  static async open(watcher: pg.Client): Promise<Clock> {
    await watcher.query(MOVABLE);
    const clock = new Clock(watcher);
    globalThis.Date = new Proxy(MachineDate, {
      construct: (date, args, subclass) =>
        Reflect.construct(date, args.length === 0 ? [clock.now()] : args, subclass) as Date,
      get: (date, name) => (name === 'now' ? () => clock.now() : (Reflect.get(date, name) as unknown)),
    });
    performance.now = () => machineNow() + clock.#ahead;
    return clock;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return MachineDate.now() + this.#ahead;
  }

  /** A moment so many milliseconds from now, as the API writes it. */
  in(ms: number): string {
    return new MachineDate(this.now() + ms).toISOString();
  }

  /** Milliseconds until midnight of the clients' time zone. */
  get untilMidnight(): number {
    return DAY - ((this.now() + ZONE) % DAY);
  }

  async leap(ms: number): Promise<void> {
    this.#ahead += ms;
    const ahead = `${this.#ahead} milliseconds`;
    await this.#watcher.query('INSERT INTO schedules.leaps VALUES (machine_time(), $1)', [ahead]);
  }

  /** Leaps to a time of day, in milliseconds since midnight of the clients' time zone, and forgets earlier leaps. */
  async leapToTimeOfDay(time: number): Promise<void> {
    await this.leap((this.untilMidnight + time) % DAY);
    await this.#watcher.query(
      "DELETE FROM schedules.leaps WHERE at < (SELECT max(at) FROM schedules.leaps) - interval '1 minute'",
    );
  }

  close(): void {
    globalThis.Date = MachineDate;
    performance.now = machineNow;
  }
}
