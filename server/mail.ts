import { mailsCounted } from '#server/metrics.ts';
import { cleanLine } from '#shared/fields.ts';

/** The mail server that takes our mails. */
export type MailConfig = {
  host: string;
  port: number;
  /** `implicit`: TLS from the first byte; `required`: STARTTLS or nothing is sent; `none`: a relay on this machine. */
  tls: 'implicit' | 'required' | 'none';
  login: { user: string; password: string } | undefined;
  from: string;
};

/** An email in plain text. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** The same id for the same message, so that a copy sent twice is recognised. */
  messageId?: string;
};

/**
 * Text that people typed, inside a mail: one line, so that it adds no header, no paragraph and no other reading
 * order.
 */
export const line = cleanLine;

/** Hands an email over for delivery; throws when that is impossible now. Absent where no mail server is configured. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Milliseconds for each step of the talk with the mail server. */
const PATIENCE = 10_000;

/**
 * Sends by SMTP on connections that are kept for a while. Bodies and addresses reach no log. The library is loaded here:
 * an installation without mail starts without.
 */
export async function createMailer({ host, port, tls, login, from }: MailConfig): Promise<{
  send: SendMail;
  /** Signs in at the mail server and sends nothing; throws when that is refused. */
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
    // Text stays text: nothing in it makes the server read a file or an address.
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
