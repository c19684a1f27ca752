import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { MailConfig } from '#server/outside/mail.ts';
import { conditions } from '#test/outside/conditions.ts';

type ReceivedMail = { to: string[]; subject: string; text: string; messageId: string };

/** A real mail server on this machine that stores its mails. */
export type Mailbox = {
  config: MailConfig;
  to: (address: string) => ReceivedMail[];
  /** Waits until the condition holds, checking it with each mail that arrives. */
  until: (isSo: () => boolean) => Promise<void>;
  refuseNext: (mails: number) => void;
  close: () => Promise<void>;
};

export async function startMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const { look, until } = conditions();
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1;
          done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
          return;
        }
        mails.push({
          ...read(Buffer.concat(parts).toString()),
          to: session.envelope.rcptTo.map(({ address }) => address),
        });
        done();
        look();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    config: { host: '127.0.0.1', port, tls: 'none', login: undefined, from: 'LMS <lms@example.com>' },
    to: (address) => mails.filter(({ to }) => to.includes(address)),
    until,
    refuseNext: (count) => {
      refusals = count;
    },
    close: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

/** Headers and body of a plain mail; decodes the part of quoted-printable that the tests need. */
function read(raw: string): Omit<ReceivedMail, 'to'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(head)?.[1]?.replaceAll(/\r\n\s+/g, ' ') ?? '';
  const text = rest.join('\r\n\r\n').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return { subject: header('Subject'), messageId: header('Message-ID'), text };
}
