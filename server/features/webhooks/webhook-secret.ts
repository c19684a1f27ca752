import { createHash, createHmac } from 'node:crypto';

/** The input of a webhook's secret: a new version gives a new secret. */
export type Secretive = { clientId: string; id: string; version: number };

/**
 * A webhook's secret in the form of Standard Webhooks, derived from this installation's key and never stored:
 * neither a backup nor another installation can sign with it.
 */
export const webhookSecret = (installationKey: string, of: Secretive): string =>
  `whsec_${derived(installationKey, of).toString('base64')}`;

/** The same secret in the form that releases before 1.0 gave to their webhooks. */
const olderSecret = (installationKey: string, of: Secretive): string =>
  `whs_${derived(installationKey, of).toString('base64url')}`;

function derived(installationKey: string, { clientId, id, version }: Secretive): Buffer {
  return createHmac('sha256', installationKey).update(`webhook ${clientId} ${id} ${version}`).digest();
}

/** The digest stored beside a webhook: shows the form of its secret, and whether another installation made it. */
export const secretCheck = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The secret that was given to a webhook; undefined if another installation created it. */
export function secretOf(installationKey: string, of: Secretive, check: Buffer): string | undefined {
  const forms = [webhookSecret(installationKey, of), olderSecret(installationKey, of)];
  return forms.find((secret) => secretCheck(secret).equals(check));
}

/**
 * The headers that prove who sent a delivery, and when (`at` in seconds): those of Standard Webhooks, or
 * `X-LMS-Signature` for a secret of the older form.
 */
export function signed(secret: string, id: string, at: number, body: string): Record<string, string> {
  const [, key] = /^whsec_(.*)$/.exec(secret) ?? [];
  if (key === undefined) {
    const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return { 'x-lms-delivery': id, 'x-lms-signature': `t=${at},v1=${digest}` };
  }
  const digest = createHmac('sha256', Buffer.from(key, 'base64')).update(`${id}.${at}.${body}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${digest.digest('base64')}`,
  };
}
