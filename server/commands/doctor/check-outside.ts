import { once } from 'node:events';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import type { Config } from '#server/config.ts';
import { good, note, wrong } from '#server/finding.ts';
import type { Finding } from '#server/finding.ts';
import { createMailer } from '#server/outside/mail.ts';

/** Milliseconds. */
const PATIENCE = 10_000;
const DAY = 24 * 60 * 60_000;
/** How many days before expiry a certificate should have been renewed. */
const RENEWED = 14;

/** Checks whether the mail server accepts LMS's login. Sends no mail. */
export async function checkMail({ mail }: Pick<Config, 'mail'>): Promise<Finding[]> {
  if (!mail)
    return [
      note(
        'mail',
        'No mail server is set up, so no emails are sent.',
        'Set SMTP_HOST and SMTP_FROM to send them.',
      ),
    ];
  const mailer = await createMailer(mail);
  try {
    await mailer.verify();
    return [good('mail', `${mail.host} accepts email from LMS.`)];
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const says = `${mail.host}:${mail.port} doesn’t accept email from LMS (${code ?? message}).`;
    return [wrong('mail', says, 'Check SMTP_HOST, SMTP_PORT, SMTP_TLS, SMTP_USER and SMTP_PASSWORD.')];
  } finally {
    mailer.close();
  }
}

/** Checks whether browsers trust the certificate at PUBLIC_URL, and for how long. */
export async function checkTls(publicUrl: string, now = Date.now()): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return [];
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false });
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'secureConnect');
    return [judge(socket, publicUrl, now)];
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const says = `Nothing responds at ${publicUrl} (${code ?? message}).`;
    return [wrong('tls', says, 'Check that the proxy is running and that the name resolves to it.')];
  } finally {
    socket.destroy();
  }
}

function judge(socket: TLSSocket, publicUrl: string, now: number): Finding {
  const renew = 'Renew the certificate of the proxy.';
  const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - now) / DAY);
  if (days < 0) return wrong('tls', `The certificate of ${publicUrl} expired ${-days} days ago.`, renew);
  if (!socket.authorized)
    return wrong(
      'tls',
      `Browsers do not trust the certificate of ${publicUrl} (${String(socket.authorizationError)}).`,
      renew,
    );
  const says = `The certificate of ${publicUrl} is valid for ${days} more days.`;
  return days < RENEWED ? note('tls', says, renew) : good('tls', says);
}
