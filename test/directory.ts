import { scim } from '#shared/scim.ts';
import type { TestApp } from '#test/app.ts';
import type { TestClient } from '#test/world.ts';

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
export async function withDirectory(app: TestApp, client: Pick<TestClient, 'id' | 'admin'>) {
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
