import { beforeEach } from 'node:test';
import { scim } from '#shared/accounts/scim.ts';
import { users } from '#shared/accounts/users.ts';
import type { TestApp } from '#test/app.ts';
import { createTestClient } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export type ScimAnswer = {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown> & {
    id: string;
    userName: string;
    active: boolean;
    totalResults: number;
    Resources: ScimAnswer['body'][];
    detail: string;
    scimType: string;
  };
};

/** A directory of a client: sends SCIM requests with its token. */
export async function openDirectory(app: TestApp, client: Pick<TestClient, 'id' | 'admin'>) {
  const made = await app.call(scim.create, { params: { id: client.id } }, client.admin.token);
  const { token } = made.body.data;
  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> => {
    const response = await app.app.inject({
      method,
      url: `/api/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    });
    const body = (response.body === '' ? {} : JSON.parse(response.body)) as ScimAnswer['body'];
    return { status: response.statusCode, headers: response.headers, body };
  };
  const find = async (filter: string) => await ask('GET', `/Users?filter=${encodeURIComponent(filter)}`);
  return { ask, find, token };
}

/** A new client with a directory for each test of a file. */
export function withDirectory(app: TestApp) {
  let number = 0;
  let client: TestClient;
  let directory: Awaited<ReturnType<typeof openDirectory>>;
  beforeEach(async () => {
    client = await createTestClient(app, `directory${(number += 1)}`);
    directory = await openDirectory(app, client);
  });
  const ask: typeof directory.ask = async (...call) => await directory.ask(...call);
  const email = (name: string) => `${name}.${number}@directory.test`;
  return {
    get client() {
      return client;
    },
    get token() {
      return directory.token;
    },
    ask,
    find: async (filter: string) => await directory.find(filter),
    email,
    patch: async (id: string, ...Operations: object[]) =>
      await ask('PATCH', `/Users/${id}`, { schemas: [PATCH_OP], Operations }),
    create: async (name: string, more: object = {}) =>
      await ask('POST', '/Users', { schemas: [USER], userName: email(name), ...more }),
    userOf: async (id: string) =>
      (await app.call(users.get, { params: { id } }, client.admin.token)).body.data.user,
  };
}
