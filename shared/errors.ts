import * as z from 'zod/mini';

export const FieldError = z.object({
  /** Wire name of the field, absent when the message concerns the whole input. */
  field: z.optional(z.string()),
  message: z.string(),
});
export type FieldError = z.infer<typeof FieldError>;

/** The one body of every failure. */
export const ErrorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.array(FieldError)),
  /** Data for a program beside the sentence: for a stale edit the current row. */
  data: z.optional(z.unknown()),
  request_id: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
