import { createHmac } from 'node:crypto';
import { read } from '#server/outside/outgoing.ts';
import type { OutgoingLimits } from '#server/outside/outgoing.ts';
import { valuesIn, wordOf } from '#server/features/sources/portals/portal.ts';
import type { Values } from '#server/features/sources/portals/portal.ts';
import { indiaMart } from '#server/features/sources/portals/indiamart.ts';
import { parseJson } from '#server/features/sources/read-payload.ts';

const HEADERS = { accept: 'application/json', 'user-agent': 'LMS-Sources' };
const DAY = 24 * 60 * 60_000;
/**
 * The longest period to ask for at once, and the overlap of two periods, because enquiries may arrive a little late.
 * IndiaMART would return seven days, which is too large an answer from a busy seller.
 */
const LONGEST = DAY;
const OVERLAP = 5 * 60_000;
/** Seconds to wait after too many requests, and after a key that IndiaMART rejects. */
const BLOCKED = 15 * 60;
const REFUSED = 60 * 60;

/** A lead from Facebook, or the reason for a failure; `isFinal` if a retry cannot help. */
export type GraphLead = { lead: Values } | { reason: string; isFinal: boolean };

/**
 * Reads a lead from the Graph API with its page's token:
 * https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving. Never throws.
 */
export async function readGraphLead(
  base: string,
  leadgenId: string,
  { token, appSecret }: { token: string; appSecret: string | undefined },
  limits: OutgoingLimits,
): Promise<GraphLead> {
  const url = new URL(`${base}/v23.0/${leadgenId}`);
  url.searchParams.set(
    'fields',
    'id,created_time,field_data,form_id,campaign_id,campaign_name,ad_name,adset_name,platform',
  );
  if (appSecret)
    url.searchParams.set('appsecret_proof', createHmac('sha256', appSecret).update(token).digest('hex'));
  const headers = { ...HEADERS, authorization: `Bearer ${token}` };
  const { status, reason, text } = await readText(url.href, headers, limits);
  const answer = jsonIn(text);
  if (reason === null && Array.isArray(answer['field_data'])) return { lead: answer };
  const { code, message } = valuesIn(answer['error']);
  if (code === 190)
    return {
      reason: 'Facebook refuses the page access token. Enter a new one, then try again.',
      isFinal: true,
    };
  const words = wordOf(message).slice(0, 200);
  if (words)
    return {
      reason: `Facebook answered: ${words}`,
      isFinal: status === 400 && !isTemporary(answer['error']),
    };
  return { reason: reason ?? 'Facebook’s response isn’t a lead.', isFinal: false };
}

/** Whether Facebook will answer later: unavailable, or asked too often (developers.facebook.com/docs/graph-api/guides/error-handling). */
function isTemporary(error: unknown): boolean {
  const { code, is_transient } = valuesIn(error);
  const isRate = typeof code === 'number' && code >= 80_000 && code <= 80_014;
  return is_transient === true || isRate || [1, 2, 4, 17, 32, 341, 613].includes(Number(code));
}

/**
 * Enquiries from IndiaMART, and how the reading went; `until` is set when everything up to that moment was
 * returned.
 */
export type Listing = { parts: unknown[]; outcome: string; until?: Date; wait?: number };

/**
 * Reads the enquiries since `from` (at most a day at once), at the pace that IndiaMART documents:
 * https://help.indiamart.com/knowledge-base/lms-crm-integration-v2/. Never throws.
 */
export async function readIndiaMart(
  base: string,
  key: string,
  from: Date | null,
  limits: OutgoingLimits,
): Promise<Listing> {
  const start = new Date(from ? from.getTime() - OVERLAP : Date.now() - DAY);
  const until = new Date(Math.min(Date.now(), start.getTime() + LONGEST));
  const url = new URL(`${base}/wservce/crm/crmListing/v2/`);
  url.searchParams.set('glusr_crm_key', key);
  url.searchParams.set('start_time', indianTime(start));
  url.searchParams.set('end_time', indianTime(until));
  const { reason, text } = await readText(url.href, HEADERS, limits);
  const answer = jsonIn(text);
  const code = Number(answer['CODE']);
  if (code === 200) {
    const parts = indiaMart.parts(answer);
    return {
      parts,
      outcome: parts.length === 1 ? 'One enquiry was read.' : `${parts.length} enquiries were read.`,
      until,
    };
  }
  if (code === 204) return { parts: [], outcome: 'Nothing new.', until };
  if (code === 429)
    return {
      parts: [],
      outcome: 'IndiaMART was called too often; the next attempt is in 15 minutes.',
      wait: BLOCKED,
    };
  if (code === 401)
    return { parts: [], outcome: 'IndiaMART refuses the CRM key. Enter a new one.', wait: REFUSED };
  const words = wordOf(answer['MESSAGE']).slice(0, 200);
  if (words) return { parts: [], outcome: `IndiaMART answered: ${words}` };
  return { parts: [], outcome: reason ?? 'IndiaMART’s response isn’t a list of enquiries.' };
}

const readText = async (url: string, headers: Record<string, string>, limits: OutgoingLimits) => ({
  text: undefined,
  ...(await read(url, headers, limits)),
});

function jsonIn(text: string | undefined): Values {
  try {
    return valuesIn(parseJson(text ?? ''));
  } catch {
    return {};
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment in Indian time in IndiaMART's format: `09-Nov-202614:05:00`. @internal */
export function indianTime(moment: Date): string {
  const [day = '', time = ''] = new Date(moment.getTime() + 330 * 60_000).toISOString().split('T');
  const [year, month, date] = day.split('-');
  return `${date}-${MONTHS[Number(month) - 1]}-${year}${time.slice(0, 8)}`;
}
