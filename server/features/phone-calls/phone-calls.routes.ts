import { phoneCalls } from '#shared/activities/phone-calls.ts';
import { isAsleep } from '#server/backup/asleep.ts';
import type { ClientScope, Scope } from '#server/db/scope.ts';
import { Conflict, HttpError, NotFound } from '#server/errors.ts';
import { UNKNOWN_CALL } from '#server/features/call-logs/call-logs.queries.ts';
import {
  UNKNOWN_PHONE_CALL,
  findRecording,
  getPhoneCall,
  listCurrent,
  updatePhoneCall,
} from '#server/features/phone-calls/phone-calls.queries.ts';
import { NO_RECORDING, openRecording } from '#server/features/phone-calls/recording.ts';
import { ringPhones } from '#server/features/phone-calls/ring.ts';
import { beginRing, forgetRing, nameRing, numberOfLead } from '#server/features/phone-calls/ring.queries.ts';
import { findRinging, findTelephony } from '#server/features/phone-calls/telephony-sources.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { SENT, serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';

const NO_TELEPHONY = 'Click to call isn’t set up. Ask your administrator.';
const NO_AGENT_NUMBER = 'Enter your phone for calls in your profile first.';
const NO_SECRET =
  'The secret of the telephone system was restored from a backup. Replace it in the settings.';

export function phoneCallRoutes(server: Server): void {
  const { database, config, limits } = server;
  const { tokenKey } = database.installation;
  /** Calls concern the people of one client. */
  const own = async (scope: Scope): Promise<ClientScope> => {
    if (!scope.user.client) throw new NotFound(UNKNOWN_PHONE_CALL);
    return await scope.writingIn(scope.user.client.id);
  };

  serve(server, phoneCalls.current, async ({ scope }) => ({
    data: { calls: await listCurrent(await scope.reading(scope.user.client?.id)) },
  }));
  serve(server, phoneCalls.get, async ({ scope, params: { id } }) => ({
    data: await getPhoneCall(await scope.reading(scope.user.client?.id), id),
  }));
  serveIdempotent(server, phoneCalls.update, async ({ scope, params: { id }, body }) => {
    const client = await own(scope);
    await updatePhoneCall(client, id, body);
    return { data: await getPhoneCall(client, id) };
  });

  serveIdempotent(server, phoneCalls.ring, async ({ scope, params: { id }, body, account }) => {
    const client = await scope.owning('leads', id, UNKNOWN_LEAD);
    await limits.count('rings', scope.user.id);
    const lead = await numberOfLead(client, id, body.position);
    const telephony = await findRinging(database, tokenKey, client.client.id);
    // A restored installation rings nobody until it is woken; the page dials instead.
    if (!telephony?.ring || isAsleep(config.dataDir)) throw new HttpError(409, 'no_telephony', NO_TELEPHONY);
    const agent = account?.client?.id === client.client.id ? account.agentNumber : null;
    if (!agent) throw new HttpError(409, 'no_agent_number', NO_AGENT_NUMBER);
    if (!telephony.secret) throw new Conflict(NO_SECRET);
    const { account: name, caller_id } = telephony.ring;
    const address = `${config.publicUrl}/api/public/sources/${telephony.id}/${telephony.secret}`;
    const call = await beginRing(client, { sourceId: telephony.id, leadId: id, number: lead });
    try {
      const words = { agent, lead, caller_id, account: name, address };
      const providerId = await ringPhones(telephony, words, config.internalTelephony);
      return {
        data: { phone_call_id: await nameRing(client, call, providerId) },
        message: 'Your phone is ringing.',
      };
    } catch (error) {
      await forgetRing(client, call);
      throw error;
    }
  });

  serve(server, phoneCalls.recording, async ({ scope, params: { id }, request, reply }) => {
    const reading = await scope.readingOwner('call_logs', id, UNKNOWN_CALL);
    const { source_id, recording, clientId } = await findRecording(reading, id);
    const telephony = source_id && (await findTelephony(database, tokenKey, clientId, source_id));
    if (!recording || !telephony) throw new NotFound(NO_RECORDING);
    const { range } = request.headers;
    const sound = await openRecording(telephony, recording, range, config.internalTelephony);
    request.headers['x-no-compression'] = 'true';
    await reply.status(sound.status).headers(sound.headers).send(sound.body);
    return SENT;
  });
}
