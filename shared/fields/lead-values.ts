import * as z from 'zod/mini';
import { text } from '#shared/fields/fields.ts';
import { Instant } from '#shared/values/instant.ts';

/** An optional amount of money, to a hundredth. */
export const Money = (title: string) =>
  z.nullable(
    z
      .number(`${title} must be a number.`)
      .check(
        z.minimum(0, `${title} cannot be negative.`),
        z.maximum(999_999_999_999, `${title} is too large.`),
        z.multipleOf(0.01, `${title} has two decimals at most.`),
      ),
  );

/** An optional moment. */
export const OptionalInstant = (title: string) => z.nullable(Instant(title));

export const MAX_TAGS = 50;
export const TOO_MANY_TAGS = `A lead can have ${MAX_TAGS} tags at most.`;

/** The maximum length of a tag, in code points. */
export const MAX_TAG_LENGTH = 60;

/** Tags as they are sent. */
const folded = (tags: readonly string[]) => new Set(tags.map((tag) => tag.toLowerCase()));

/** The tags with others added, except those that are there in another case. */
export function withTags(tags: readonly string[], added: readonly string[]): string[] {
  return [...tags, ...withoutTags(added, tags)];
}

/** The tags without some, whatever their case. */
export function withoutTags(tags: readonly string[], removed: readonly string[]): string[] {
  const gone = folded(removed);
  return tags.filter((tag) => !gone.has(tag.toLowerCase()));
}

export const TagList = z
  .array(text(MAX_TAG_LENGTH, 'A tag'), 'Tags must be a list.')
  .check(z.maxLength(MAX_TAGS, TOO_MANY_TAGS));

/** Tags. Blank and repeated ones are dropped. */
export const Tags = z.pipe(
  TagList,
  z.transform((list: string[]) => [...new Set(list.filter((tag) => tag !== ''))]),
);
