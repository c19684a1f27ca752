import assert from 'node:assert/strict';
import { sourcePosts } from '#shared/company/source-posts.ts';
import { users } from '#shared/accounts/users.ts';
import type { TestApp } from '#test/app.ts';
import type { SentEvent } from '#test/outside/played-call.ts';
import type { Made } from '#test/outside/sources.ts';
import type { Person, TestClient } from '#test/world.ts';

/** Sends an event as its telephone system does, to the source's address. */
export async function sendEvent(app: TestApp, params: Made, { as, body }: SentEvent): Promise<void> {
  const reply =
    as === 'link'
      ? await app.call(sourcePosts.receiveLink, { params, query: body as Record<string, string> })
      : await app.call(sourcePosts.receiveAt, {
          params,
          body: as === 'json' ? body : new URLSearchParams(body as Record<string, string>).toString(),
          ...(as === 'form' && { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
        });
  assert.equal(reply.status, 200, reply.text);
}

/** Gives a person a number at the telephone system. */
export async function giveNumber(
  app: TestApp,
  { admin }: TestClient,
  { id }: Person,
  agentNumber: string,
): Promise<void> {
  const reply = await app.call(users.update, { params: { id }, body: { agentNumber } }, admin.token);
  assert.equal(reply.status, 200, reply.text);
}
