import * as z from 'zod/mini';

const SEVERAL = new WeakSet<object>();

/** The maximum number of values of one filter. */
export const MAX_VALUES = 50;

/** A filter that takes several values, any of which may match: a repeated parameter, or a list in a body. */
export function several<Item extends z.ZodMiniType>(item: Item) {
  const list = z
    .array(item)
    .check(
      z.minLength(1, 'A filter needs at least one value.'),
      z.maxLength(MAX_VALUES, `A filter takes at most ${MAX_VALUES} values.`),
    );
  const schema = z.optional(
    z.pipe(
      // The message about the value, or about the list when there is one.
      z.union([item, list], {
        error: ({ input, errors }) => errors[Array.isArray(input) ? 1 : 0]?.[0]?.message,
      }),
      z.transform((value) => [...new Set((Array.isArray(value) ? value : [value]) as z.output<Item>[])]),
    ),
  );
  SEVERAL.add(schema);
  return schema;
}

/** Whether a parameter with this schema can be repeated. */
export function takesSeveral(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && SEVERAL.has(schema);
}
