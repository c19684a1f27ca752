import * as z from 'zod/mini';
import { text } from '#shared/fields.ts';
import { Instant } from '#shared/instant.ts';

/** An amount of money, or none. */
export const Money = (title: string) =>
  z.nullable(
    z
      .number(`${title} must be a number.`)
      .check(
        z.minimum(0, `${title} cannot be negative.`),
        z.maximum(999_999_999_999, `${title} is too large.`),
      ),
  );

/** A moment, or none. */
export const OptionalInstant = (title: string) => z.nullable(Instant(title));

export const MAX_TAGS = 50;
export const TOO_MANY_TAGS = `A lead can have ${MAX_TAGS} tags at most.`;

/** The most code points of a tag. */
export const MAX_TAG_LENGTH = 60;

/** Tags as they are sent. */
export const TagList = z
  .array(text(MAX_TAG_LENGTH, 'A tag'), 'Tags must be a list.')
  .check(z.maxLength(MAX_TAGS, TOO_MANY_TAGS));

/** Tags: blank ones are dropped, repeated ones kept once. */
export const Tags = z.pipe(
  TagList,
  z.transform((list: string[]) => [...new Set(list.filter((tag) => tag !== ''))]),
);
