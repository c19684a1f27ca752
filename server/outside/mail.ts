import { mailsCounted } from '#server/metrics.ts';
import { cleanLine } from '#shared/fields/fields.ts';

/** The mail server that accepts our emails. */
export type MailConfig = {
  host: string;
  port: number;
  /**
   * `implicit`: TLS from the first byte; `required`: STARTTLS, or nothing is sent; `none`: a relay on this
   * machine.
   */
  tls: 'implicit' | 'required' | 'none';
  login: { user: string; password: string } | undefined;
  from: string;
};

/** An email in plain text. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** The same id for the same message, so that a duplicate is recognised. */
  messageId?: string;
};

/**
 * User-entered text for use in an email: a single line, so that it adds no header, no paragraph and no change
 * of text direction.
 */
export const line = cleanLine;

/**
 * Hands an email over for delivery; throws when that is currently impossible. Undefined if no mail server is
 * configured.
 */
export type SendMail = (mail: Mail) => Promise<void>;

/** Timeout in milliseconds for each step of the SMTP session. */
const PATIENCE = 10_000;

/**
 * Sends by SMTP on pooled connections. Bodies and addresses are never logged. The library is loaded here, so
 * that an installation without mail starts without it.
 */
export async function createMailer({ host, port, tls, login, from }: MailConfig): Promise<{
  send: SendMail;
  /** Logs in to the mail server without sending anything; throws when that is refused. */
  verify: () => Promise<unknown>;
  close: () => void;
}> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    pool: true,
    maxConnections: 2,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    // Plain text only: nothing in it can make the server read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(login && { auth: { user: login.user, pass: login.password } }),
  });
  return {
    send: async (mail) => {
      const sent = transport.sendMail({ from, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } });
      sent.then(
        () => mailsCounted.inc({ result: 'sent' }),
        () => mailsCounted.inc({ result: 'failed' }),
      );
      await sent;
    },
    verify: async () => await transport.verify(),
    close: () => transport.close(),
  };
}
