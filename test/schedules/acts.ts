import type { Random } from '#server/sample/random.ts';
import { LEAD_ACTS } from '#test/schedules/lead-acts.ts';
import type { Act } from '#test/schedules/lead-acts.ts';
import { ARRIVALS, BACKGROUND, PEOPLE } from '#test/schedules/other-acts.ts';

const ALL = { ...LEAD_ACTS, ...ARRIVALS, ...PEOPLE, ...BACKGROUND };
type Name = keyof typeof ALL;

/** Everything that two people, or the server, do with the same rows at the same time. */
export const ACTS: Readonly<Record<string, Act>> = ALL;

/** Whether an act needs the leads of a stage and their follow-ups. */
export const isAboutLeads = (act: string) => act in LEAD_ACTS || act === 'tell what is due';

/** How many acts run beside each other, of how many kinds: most races are between an act and the same, or between two. */
const FEWEST = 2;
const MOST = 5;
const KINDS = 3;

/** Acts that meet on the same rows; a schedule draws from one cast. */
const CASTS = {
  'follow-ups': [
    'log a call',
    'press twice',
    'plan',
    'complete',
    'complete the other',
    'reopen',
    'snooze',
    'delete the follow-up',
    'tell what is due',
    'note',
  ],
  edits: ['edit', 'assign', 'archive', 'change both', 'assign both', 'leave', 'plan', 'log a call', 'mirror'],
  trash: [
    'delete',
    'delete both',
    'restore',
    'undo the deletion',
    'restore the deleted',
    'log a call',
    'note',
    'plan',
    'mirror',
  ],
  merges: [
    'merge into the first',
    'merge into the second',
    'snooze',
    'complete',
    'complete the other',
    'call the other',
    'log a call',
    'plan',
    'restore',
  ],
  undos: [
    'undo',
    'edit',
    'change both',
    'undo the merge',
    'restore the merged',
    'call the merged',
    'undo the deletion',
    'restore the deleted',
    'leave',
  ],
  arrivals: [
    'enquire',
    'enquire again',
    'import the same',
    'create',
    'tell who is late',
    'deliver',
    'lead news',
    'mirror',
    'purge',
  ],
  people: [
    'dismiss the first',
    'dismiss the second',
    'hand over',
    'hand over back',
    'put below',
    'put above',
    'wrong password',
    'one webhook more',
  ],
} as const satisfies Record<string, readonly Name[]>;

export function drawActs(random: Random): string[] {
  const cast = CASTS[random.pick(Object.keys(CASTS) as (keyof typeof CASTS)[])];
  const kinds = Array.from({ length: KINDS }, () => random.pick<string>(cast));
  return Array.from({ length: random.whole(FEWEST, MOST) }, () => random.pick(kinds));
}
