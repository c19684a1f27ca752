import type { CallTarget } from '#shared/activities/telephony.ts';
import type { CallResult } from '#server/db/tables/source-tables.ts';

/** The content of an event, in the words of the telephone system; `leg` is the one phone of the call that it is about. */
export type Told = Partial<Record<CallTarget | 'leg', string>>;
type Meaning = { state: 'ringing' | 'answered' | 'ended'; result?: CallResult };

const ringing: Meaning = { state: 'ringing' };
const answered: Meaning = { state: 'answered' };
const ended: Meaning = { state: 'ended' };
const completed: Meaning = { state: 'ended', result: 'answered' };
const missed: Meaning = { state: 'ended', result: 'missed' };

/** The names of telephone systems for the states of a call, without case, blanks and signs. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...words(
    ringing,
    'queued initiated ringing ring incoming start started dial dialing dialling originate originated trying calling new created callinitiated callringing agentcall customercall agentringing incall',
  ),
  ...words(
    answered,
    'inprogress answered answer connected up bridge bridged agentanswer customeranswer pickup callanswered active',
  ),
  ...words(
    ended,
    'ended end hangup terminal finished disconnected callended cdr summary callsummary aftercall',
  ),
  ...words(completed, 'completed complete callcompleted success'),
  ...words(
    missed,
    'noanswer missed failed canceled cancelled cancel notanswered unanswered callattempt clienthangup incomplete abandoned abandon chanunavail congestion rejected callmissed notconnected agentmissed',
  ),
  ...words({ state: 'ended', result: 'busy' }, 'busy userbusy'),
  ...words({ state: 'ended', result: 'voicemail' }, 'voicemail'),
]);

function words(meaning: Meaning, names: string): [string, Meaning][] {
  return names.split(' ').map((name) => [name, meaning]);
}

/** A word without case, blanks and signs: `no-answer`, `NO ANSWER` and `NoAnswer` are one. */
export const folded = (word: string): string => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The meaning of a word for an event or a status; undefined for words that nobody uses. */
export const meaningOf = (word: string | undefined): Meaning | undefined =>
  word === undefined ? undefined : MEANINGS.get(folded(word));

/** `inbound` or `outbound` in the words of telephone systems: incoming, IN, outbound-api, outgoing. */
export function directionOf(word: string | undefined): 'inbound' | 'outbound' | undefined {
  const text = folded(word ?? '');
  if (text.startsWith('in')) return 'inbound';
  return text.startsWith('out') ? 'outbound' : undefined;
}

/** Seconds of `35`, `35.4` or `00:01:35`; undefined for anything else, and for more than a day. */
export function secondsOf(word: string | undefined): number | undefined {
  const text = (word ?? '').trim();
  if (!/^\d{1,6}(?:\.\d{1,6})?$|^\d{1,2}(?::\d{2}){1,2}$/.test(text)) return undefined;
  const seconds = Math.round(text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));
  return seconds <= 86_400 ? seconds : undefined;
}
