import type { FastifyRequest } from 'fastify';
import { mayAsk } from '#server/features/access-links/public-requests.queries.ts';
import type { Server } from '#server/http/serve.ts';
import type { Mail } from '#server/outside/mail.ts';
import { within } from '#server/within.ts';

/** Milliseconds an admin waits for the mail server before having to pass the link on. */
const PATIENCE = 5000;
/**
 * Links one admin may email per hour, so that nobody uses the installation's mail server to write to
 * strangers.
 */
const MAILS_PER_HOUR = 20;

/**
 * Emails a link to `path` and returns whether a mail server accepted it in time; otherwise the administrator
 * must pass the link on.
 */
export async function mailLink(
  { config, database }: Server,
  request: FastifyRequest,
  path: string,
  mailWith: (link: string) => Mail,
): Promise<boolean> {
  const { sendMail, publicUrl } = config;
  const sender = request.session?.actor.id;
  if (!sendMail || !(await mayAsk(database, `mails of ${sender}`, MAILS_PER_HOUR))) return false;
  const sent = sendMail(mailWith(`${publicUrl}${path}`)).then(
    () => true,
    (error: unknown) => {
      request.log.error(error, 'mailing a link failed');
      return false;
    },
  );
  return await within(PATIENCE, sent, false);
}
