import { createHash, createHmac } from 'node:crypto';

/** A webhook as its secret knows it: a new version is a new secret. */
export type Secretive = { clientId: string; id: string; version: number };

/**
 * The secret of a webhook, derived from the key of this installation and stored nowhere: neither a backup nor another
 * installation can sign with it.
 */
export function webhookSecret(installationKey: string, { clientId, id, version }: Secretive): string {
  const digest = createHmac('sha256', installationKey).update(`webhook ${clientId} ${id} ${version}`);
  return `whs_${digest.digest('base64url')}`;
}

/** The digest by which a webhook of another installation is known. */
export const secretCheck = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The header that proves who has sent a body, and when (`at` in seconds): `t=…,v1=…`. */
export function signature(secret: string, at: number, body: string): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}
