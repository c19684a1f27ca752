import { setTimeout as wait } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import type { TestApp } from '#test/app.ts';
import type { Person } from '#test/world.ts';

/** The code that an authenticator app with this secret shows, `later` codes after the current one. */
export const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });

/** Milliseconds for which a code is current, and before whose end a code may be too old when it arrives. */
const CURRENT = 30_000;
const ARRIVES_WITHIN = 4000;

/** Waits for the next code if the current one is about to end: the one before it would then be two codes old. */
async function codeThatLasts(): Promise<void> {
  const left = CURRENT - (Date.now() % CURRENT);
  if (left < ARRIVES_WITHIN) await wait(left);
}

/** Adds an authenticator app to a user; its current code is used up. */
export async function addApp(
  app: TestApp,
  { token }: Person,
): Promise<{ id: string; secret: string; recoveryCodes: string[] }> {
  const body = { name: 'Phone' };
  const { id, secret } = (await app.call(secondFactor.begin, { body }, token)).body.data;
  await codeThatLasts();
  const confirmed = await app.call(
    secondFactor.confirm,
    { params: { id }, body: { code: codeOf(secret, -1) } },
    token,
  );
  return { id, secret, recoveryCodes: confirmed.body.data.recoveryCodes ?? [] };
}
