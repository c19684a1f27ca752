import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';

/** Hours for which the buttons of a notification work. */
const HOURS = 24;
const HEAD = 40;
const TOKEN = /^lpa_([\w-]{96})$/;

/** The right of the buttons of one notification: to change one follow-up, in its present version, from one device. */
export type PushCapability = { deviceId: string; reminderId: string; version: number };

const mark = (installationKey: string, head: Buffer) =>
  createHmac('sha256', installationKey).update('push action ').update(head).digest();

/** The token of the buttons: device, follow-up, version, last minute, and their keyed hash. */
export function pushToken(
  installationKey: string,
  { deviceId, reminderId, version }: PushCapability,
): string {
  const head = Buffer.alloc(HEAD);
  head.set(parse(deviceId), 0);
  head.set(parse(reminderId), 16);
  head.writeUInt32BE(version, 32);
  head.writeUInt32BE(Math.floor(Date.now() / 60_000) + HOURS * 60, 36);
  return `lpa_${Buffer.concat([head, mark(installationKey, head)]).toString('base64url')}`;
}

/** The right that a token gives; undefined when it is made up, or too old. */
export function readPushToken(installationKey: string, token: string): PushCapability | undefined {
  const [, text] = TOKEN.exec(token) ?? [];
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const head = bytes.subarray(0, HEAD);
  if (!timingSafeEqual(bytes.subarray(HEAD), mark(installationKey, head))) return undefined;
  if (head.readUInt32BE(36) * 60_000 < Date.now()) return undefined;
  return {
    deviceId: stringify(head.subarray(0, 16)),
    reminderId: stringify(head.subarray(16, 32)),
    version: head.readUInt32BE(32),
  };
}
