import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { DataOf, Endpoint, InputOf } from '#shared/protocol/endpoint.ts';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import type { Pagination } from '#shared/protocol/pagination.ts';
import { createApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { listClientIds } from '#server/db/find-client.ts';
import { refusalsOf } from '#server/http/openapi/refusals.ts';
import { Mirror } from '#server/mirror/mirror.ts';
import { keepCauses } from '#test/servers/causes.ts';
import { configOf } from '#test/config.ts';
import { openTestDatabase } from '#test/database.ts';
import type { TestDatabase, TestDatabaseOptions } from '#test/database.ts';

/** The whole application on its own database, without a port. */
export type TestApp = TestDatabase & {
  app: FastifyInstance;
  config: Config;
  /** Calls an endpoint as the holder of `token` (undefined: signed out). */
  call: <E extends Endpoint>(
    endpoint: E,
    input?: Partial<InputOf<E>> | Loose,
    token?: string,
  ) => Promise<Reply<E>>;
};

type Loose = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | string[]>;
  body?: unknown;
  headers?: Record<string, string>;
  /** The address the call comes from, 127.0.0.1 by default. */
  from?: string;
};

export type Reply<E extends Endpoint> = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  /** Parsed JSON: the response's `data` and `message`, or the error's fields. */
  body: { success: boolean; data: DataOf<E>; message: string; pagination: Pagination } & Partial<
    Omit<ErrorBody, 'success' | 'message'>
  >;
};

/** Milliseconds. Reads of all clients include every earlier change, however busy the machine is. */
const MIRROR_PATIENCE = 60_000;

export async function openTestApp(
  changes: Partial<Config> = {},
  { isMirrored = true, ...options }: TestDatabaseOptions & { isMirrored?: boolean | undefined } = {},
): Promise<TestApp> {
  const test = await openTestDatabase(options);
  const config: Config = {
    ...configOf(test.dataDir),
    demo: false,
    rates: undefined,
    longestLag: undefined,
    ...changes,
  };
  const { log, failOn500 } = keepCauses();
  const app = await createApp(config, test.database, test.database.installation.tokenKey, log).catch(
    async (error: unknown) => {
      // A running database would keep the failed test's process alive.
      await test.close();
      throw error;
    },
  );
  failOn500(app);
  const mirror = isMirrored
    ? new Mirror(test.database, (error) => log.error(error), MIRROR_PATIENCE)
    : undefined;
  noteOwnersWrites(test.database);
  const end = async () => {
    await app.close();
    await mirror?.close();
  };
  const close = async () => {
    await end();
    await test.close();
  };
  const leave = async () => {
    await end();
    await test.leave();
  };
  return { ...test, app, config, close, leave, call: callerOf(app) };
}

/** Makes rows that a test writes as owner reach the mirror before the next read, like those of requests. */
function noteOwnersWrites(database: Database): void {
  const onOwner = database.onOwner.bind(database);
  database.onOwner = async (work, silence) => {
    const result = await onOwner(work, silence);
    if (!database.isClosed) for (const id of await listClientIds(database)) database.follower?.note(id);
    return result;
  };
}

/**
 * The application for all tests of a file, closed after the last of them; a failed start is reported once.
 */
export async function withApp(changes: Partial<Config> = {}): Promise<TestApp> {
  const app = await openTestApp(changes);
  after(app.close);
  return app;
}

/** Throws for a refusal that the OpenAPI document does not list for this call. */
export function assertDocumented(endpoint: Endpoint, status: number): void {
  if (status < 400 || refusalsOf(endpoint).some((refusal) => refusal === status)) return;
  throw new Error(
    `${endpoint.method} ${endpoint.path} answered ${status}, which refusalsOf in server/http/openapi/refusals.ts does not name.`,
  );
}

/** Calls endpoints of this application. */
export function callerOf(app: FastifyInstance): TestApp['call'] {
  return async (endpoint, input = {}, token) => {
    const { params, query, body, headers, from } = input as Loose;
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params?.[name] ?? ''),
    );
    const search = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([key, value]) =>
        [value].flat().map((one): [string, string] => [key, String(one)]),
      ),
    );
    const response = await app.inject({
      method: endpoint.method,
      url: `/api${path}${search.size > 0 ? `?${search}` : ''}`,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
      ...(from && { remoteAddress: from }),
    });
    assertDocumented(endpoint, response.statusCode);
    const isJson = (response.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: (isJson ? JSON.parse(response.body) : {}) as never,
    };
  };
}
