import * as z from 'zod/mini';
import { Id } from '#shared/fields/fields.ts';

/** The choices of rows per page of a lead list; the first is the default. */
export const PAGE_SIZES = [12, 24, 36] as const;
export const MAX_PAGE_SIZE = 100;
export const MAX_PAGE = 1_000_000;

export const Pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  /** True when the total is a lower bound, shown as "1,000+". */
  totalIsCapped: z.optional(z.boolean()),
});
export type Pagination = z.infer<typeof Pagination>;

/** A positive whole number in an address. */
export const whole = (name: string, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,12}$/, `${name} must be a whole number.`)),
    z.coerce
      .number<string>()
      .check(z.minimum(1, `${name} must be at least 1.`), z.maximum(max, `${name} must be at most ${max}.`)),
  );

export const PageQuery = {
  page: z._default(whole('page', MAX_PAGE), 1),
  limit: z._default(whole('limit', MAX_PAGE_SIZE), PAGE_SIZES[0]),
};

/** Up to a page of ids, separated by commas; an empty text names none. `things` names the rows in the message when there are more. */
export const IdList = (things: string) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => (text === '' ? [] : text.split(','))),
      z.array(Id).check(z.maxLength(MAX_PAGE_SIZE, `ids can name ${MAX_PAGE_SIZE} ${things} at most.`)),
    ),
  );

/** `asc` or `desc`, case-insensitive. */
export const SortOrder = z.pipe(
  z.string(),
  z.pipe(
    z.transform((order: string) => order.toLowerCase()),
    z.enum(['asc', 'desc'], 'sort_order must be ASC or DESC.'),
  ),
);
