import * as z from 'zod/mini';

export const FieldError = z.object({
  /** The field's name in the API, absent when the message concerns the whole input. */
  field: z.optional(z.string()),
  message: z.string(),
});
export type FieldError = z.infer<typeof FieldError>;

/** The body of every failed request. */
export const ErrorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.array(FieldError)),
  /** Machine-readable details of the error: for a stale edit, the current row. */
  data: z.optional(z.unknown()),
  request_id: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
