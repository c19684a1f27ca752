import type * as z from 'zod/mini';
import type { Permission } from '#shared/accounts/permissions.ts';
import type { XLSX_TYPE } from '#shared/protocol/content-types.ts';
import type { RowKind } from '#shared/protocol/row-kinds.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodMiniType;

/**
 * One call of the API, defined once. Server routes, the web client, its cache keys, the OpenAPI document and
 * the role × endpoint test all derive from these values.
 */
export type Endpoint = {
  method: Method;
  /** Path below `/api`, with parameters written as `:name`. */
  path: string;
  /**
   * A second path of the same call, which the OpenAPI document names instead: tools that read the document
   * accept neither a trailing slash nor two paths that match one address.
   */
  plainPath?: string;
  /** The permission a caller needs. `'public'` must be written out, since there is no default. */
  permission: Permission | 'public';
  /**
   * The caller must have signed in, or given the password or a passkey again, within ten minutes; otherwise 403
   * with the code `fresh_proof_required`.
   */
  proof?: 'fresh';
  summary: string;
  tag: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** The body property that a bare list is read as. */
  listMeans?: string;
  /** The schema of the response's `data`. A property not named here cannot leave the server. */
  data: Schema;
  /** The response has `pagination` beside `data`. */
  paginated?: true;
  /** The kinds of rows that the call writes. The page then reloads whatever shows them. */
  changes?: readonly RowKind[];
  /** The status of a success, 200 by default. */
  status?: 201 | 202;
  /** The body is a multipart form with a file, not JSON. */
  upload?: true;
  /** Monitoring calls this: such requests are neither counted nor rejected while the server is busy. */
  isProbe?: true;
  /**
   * The page shows the change before the response, and sends it again after a lost one: in the order of the
   * user, and later if there is no connection.
   */
  mayWait?: true;
  /** The response holds a secret that is shown this once: without a connection the call is refused, not queued. */
  isShownOnce?: true;
  /** The response is a file of this type, not JSON. */
  file?: 'text/csv' | 'text/plain' | 'text/calendar' | 'application/zip' | 'audio/mpeg';
  /** The type of the file in the other `format` that the query offers. */
  otherFile?: typeof XLSX_TYPE;
  /**
   * The call will be removed, at the earliest a year after the release that deprecates it. Days as 2027-01-31;
   * `instead` is a sentence for the documentation.
   */
  deprecated?: { since: string; until: string; instead: string } | undefined;
};

/** Keeps an endpoint's precise types while checking its shape. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Output<S, Fallback> = S extends Schema ? z.output<S> : Fallback;
type Input<S, Fallback> = S extends Schema ? z.input<S> : Fallback;

/** A handler's input after validation. */
export type ParamsOf<E extends Endpoint> = Output<E['params'], object>;
export type QueryOf<E extends Endpoint> = Output<E['query'], object>;
export type BodyOf<E extends Endpoint> = Output<E['body'], undefined>;

/** A caller's input, and the `data` of the response. */
export type InputOf<E extends Endpoint> = (E extends { params: Schema }
  ? { params: Input<E['params'], never> }
  : unknown) &
  (E extends { query: Schema } ? { query?: Input<E['query'], never> } : unknown) &
  (E extends { body: Schema } ? { body: Input<E['body'], never> } : unknown);
export type DataOf<E extends Endpoint> = z.output<E['data']>;
