import * as z from 'zod/mini';

/** One line of a long job's NDJSON response, for callers that accept `application/x-ndjson`. */
export const JobEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ type: z.literal('result'), data: z.unknown(), message: z.optional(z.string()) }),
  z.object({ type: z.literal('failure'), status: z.int(), code: z.string(), message: z.string() }),
]);
export type JobEvent = z.infer<typeof JobEvent>;

/** Receives the progress of a long job. */
export type ProgressListener = (done: number, total: number) => void;
