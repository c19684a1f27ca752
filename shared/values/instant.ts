import * as z from 'zod/mini';
import { startOfDay } from '#shared/values/dates.ts';

/** A moment as callers send it: ISO 8601 with its offset, in the last, this or the next century. */
export const Instant = (title: string) =>
  z.pipe(
    z.iso.datetime({ offset: true, error: `${title} must be a date and time.` }),
    z
      .string()
      .check(
        z.refine(
          (value) => /^(19|20|21)/.test(value) && !Number.isNaN(Date.parse(value)),
          `${title} is not a date that exists.`,
        ),
      ),
  );

/** A calendar day like `2026-11-30`, read in the client's time zone. */
export const day = (title: string) =>
  z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: `${title} must be a date such as 2026-11-30.`, abort: true }),
    z.refine((value) => startOfDay(value, 'UTC') !== undefined, `${title} is not a date that exists.`),
  );
