import type * as z from 'zod/mini';
import type { Permission } from '#shared/permissions.ts';
import type { RowKind } from '#shared/row-kinds.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodMiniType;

/**
 * One call of the API, said once. Server routes, the web client, its cache keys, the OpenAPI document and the
 * role × endpoint test all derive from these values.
 */
export type Endpoint = {
  method: Method;
  /** Path below `/api`, parameters as `:name`. */
  path: string;
  /**
   * A second path of the same call, which the OpenAPI document names instead: programs that read the document take
   * neither a slash at the end nor two paths that one address fits.
   */
  plainPath?: string;
  /** The permission a caller needs; `'public'` must be written out, there is no default. */
  permission: Permission | 'public';
  summary: string;
  tag: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** The property of the body that a bare list stands for. */
  listMeans?: string;
  /** The schema of the answer's `data`; a property without a name here cannot leave the server. */
  data: Schema;
  /** The answer carries `pagination` beside `data`. */
  paginated?: true;
  /** Rows that the call writes: the page reads again what shows them. */
  changes?: readonly RowKind[];
  /** Status of a success, 200 unless said. */
  status?: 201 | 202;
  /** The body is a file form (multipart) and not JSON. */
  upload?: true;
  /** Machines that watch the server call this: they are neither counted nor turned away while the server is busy. */
  isProbe?: true;
  /** The answer is a file of this type and not JSON. */
  file?: 'text/csv' | 'text/plain' | 'application/zip';
};

/** Keeps the precise types of an endpoint while checking its shape. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Output<S, Fallback> = S extends Schema ? z.output<S> : Fallback;
type Input<S, Fallback> = S extends Schema ? z.input<S> : Fallback;

/** A handler's input after validation. */
export type ParamsOf<E extends Endpoint> = Output<E['params'], Record<never, never>>;
export type QueryOf<E extends Endpoint> = Output<E['query'], Record<never, never>>;
export type BodyOf<E extends Endpoint> = Output<E['body'], undefined>;

/** A caller's input, and the `data` of the answer. */
export type InputOf<E extends Endpoint> = (E extends { params: Schema }
  ? { params: Input<E['params'], never> }
  : unknown) &
  (E extends { query: Schema } ? { query?: Input<E['query'], never> } : unknown) &
  (E extends { body: Schema } ? { body: Input<E['body'], never> } : unknown);
export type DataOf<E extends Endpoint> = z.output<E['data']>;
