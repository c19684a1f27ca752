import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { push } from '#shared/activities/push-devices.ts';
import type { PushContent } from '#shared/activities/push-devices.ts';
import type { TestApp } from '#test/app.ts';
import { conditions } from '#test/outside/conditions.ts';
import type { Person } from '#test/world.ts';

/** A browser: its address at a push service, and the keys with which it decrypts (RFC 8291). */
export type TestBrowser = { endpoint: string; pair: ECDH; auth: Buffer };
type Received = { endpoint: string; headers: IncomingHttpHeaders; content: PushContent; key: string };

/** A push service on this machine that checks who sends, and decrypts as the browser would. */
export type PushService = {
  origin: string;
  received: Received[];
  /** The contents that have arrived for a browser. */
  of: (browser: TestBrowser) => PushContent[];
  browser: () => TestBrowser;
  until: (isSo: () => boolean) => Promise<void>;
  /** The response to coming messages; 201 by default. */
  answer: (how: ((response: ServerResponse) => void) | undefined) => void;
  close: () => Promise<void>;
};

export const newBrowser = (origin: string): TestBrowser => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { endpoint: `${origin}/${randomBytes(12).toString('hex')}`, pair, auth: randomBytes(16) };
};

/** The keys of a browser as it subscribes with them. */
export const subscriptionOf = ({ endpoint, pair, auth }: TestBrowser) => ({
  endpoint,
  p256dh: pair.getPublicKey('base64url'),
  auth: auth.toString('base64url'),
});

/** Turns notifications on in a browser of this user, by default at a service that is never called; returns the device's id. */
export async function addDevice(
  { call }: TestApp,
  { token }: Pick<Person, 'token'>,
  browser = newBrowser('https://push.example.com'),
): Promise<string> {
  const turnedOn = await call(push.add, { body: { ...subscriptionOf(browser), isNew: true } }, token);
  if (turnedOn.status !== 200)
    throw new Error(`Adding a device answered ${turnedOn.status}: ${turnedOn.text}`);
  return (await call(push.get, {}, token)).body.data.devices[0]?.id ?? '';
}

export async function startPushService(): Promise<PushService> {
  const received: Received[] = [];
  const browsers = new Map<string, TestBrowser>();
  const { look, until } = conditions();
  let respond: ((response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void take());
    const take = async () => {
      const endpoint = `${origin}${request.url}`;
      const browser = browsers.get(endpoint);
      const key = await senderOf(request.headers.authorization ?? '', origin).catch(() => undefined);
      if (!browser || !key) return void response.writeHead(browser ? 403 : 404).end();
      const content = JSON.parse(decrypted(browser, Buffer.concat(parts))) as PushContent;
      received.push({ endpoint, headers: request.headers, content, key });
      if (respond) respond(response);
      else response.writeHead(201).end();
      return look();
    };
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    of: ({ endpoint }) => received.filter((one) => one.endpoint === endpoint).map(({ content }) => content),
    browser: () => {
      const browser = newBrowser(origin);
      browsers.set(browser.endpoint, browser);
      return browser;
    },
    until,
    answer: (how) => {
      respond = how;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The key of the sender, who has signed for this push service (RFC 8292). Throws for anybody else. */
async function senderOf(authorization: string, audience: string): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience });
  if (!/^(?:mailto:|https:)/.test(payload.sub ?? '')) throw new Error('No way to reach the sender');
  return key;
}

/** The text of a message: RFC 8291 with the single record of RFC 8188. */
function decrypted({ pair, auth }: TestBrowser, message: Buffer): string {
  const salt = message.subarray(0, 16);
  const length = message.readUInt8(20);
  const sender = message.subarray(21, 21 + length);
  const sealed = message.subarray(21 + length);
  const hkdf = (secret: Buffer, salted: Buffer, info: Buffer, size: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, size));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = hkdf(pair.computeSecret(sender), auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = text.lastIndexOf(2);
  if (end < 0) throw new Error('The record is not the last one.');
  return text.subarray(0, end).toString('utf8');
}
