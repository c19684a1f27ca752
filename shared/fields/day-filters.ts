import * as z from 'zod/mini';
import { isRelativeDays } from '#shared/values/relative-days.ts';

/** The words for a lead's next step and last contact that do not stand for days. */
export const FOLLOW_UP_WORDS = ['overdue', 'none', 'planned'] as const;
export const CONTACT_WORDS = ['never', 'ever'] as const;

/** A filter's days in words, such as `last_7_days`, or one of its own words. */
export const daysInWords = (name: string, more: readonly string[]) =>
  z
    .string()
    .check(
      z.refine(
        (value) => more.includes(value) || isRelativeDays(value),
        `${name} must be days in words, such as ${[...more, 'today', 'last_7_days'].join(', ')}.`,
      ),
    );
