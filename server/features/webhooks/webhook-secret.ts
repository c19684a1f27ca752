import { createHash, createHmac } from 'node:crypto';

/** The input of a webhook's secret: a new version gives a new secret. */
export type Secretive = { clientId: string; id: string; version: number };

/**
 * A webhook's secret, derived from this installation's key and never stored: neither a backup nor another
 * installation can sign with it.
 */
export function webhookSecret(installationKey: string, { clientId, id, version }: Secretive): string {
  const digest = createHmac('sha256', installationKey).update(`webhook ${clientId} ${id} ${version}`);
  return `whs_${digest.digest('base64url')}`;
}

/** The digest that reveals a webhook from another installation. */
export const secretCheck = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The header that proves who sent a body, and when (`at` in seconds): `t=…,v1=…`. */
export function signature(secret: string, at: number, body: string): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}
