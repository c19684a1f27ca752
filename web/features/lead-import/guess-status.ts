import type { Option, StatusMeaning } from '#shared/fields/lead-options.ts';
import { bestFit, wordsOf } from '#web/features/lead-import/guess-values.ts';

type Status = Option & { meaning?: StatusMeaning | undefined };

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words that always mean that a lead is closed. */
const LOST = words('lost junk rejected disqualified unqualified');
const WON = words('won converted sold enrolled purchased');
/** Words that may mean that a lead is closed, but are used just as often of a call or a meeting. */
const OVER = words('dead spam invalid dropped declined cancelled canceled');
const A_LEAD = words('lead leads deal deals prospect enquiry inquiry opportunity by the customer client');
/** Words that mean a closed lead after a "not". */
const WANTED = words(
  'interest interested qualified converted suitable required requirement needed need eligible relevant fit buying enrolled',
);
const NOT = words('not no non never un dis');
const BETWEEN = words('a an the in at all any really more longer');
/** Next to one of these words, a closing word is about something else or not true yet. */
const DOUBT = words(
  `call calls called caller number phone mobile email mail sms message whatsapp meeting appointment visit demo contact contacted
  connection connected touch payment document documents be yet almost nearly likely maybe may might possibly probably partially
  risk potential future soon now currently moment later pre today tomorrow unsure reopened reopen open recovered revived again back
  if unless until before check verify confirm pending`.replaceAll(/\s+/g, ' '),
);
/** A lead won by somebody else is not won. */
const ELSEWHERE = words('competitor competitors other others another elsewhere somewhere already');
/** Words that, after a "not", mean that nobody has spoken to the lead. */
const UNTOUCHED = words('contacted called started attempted approached assigned worked');

/**
 * Returns the status that a status in a file most likely means; undefined without a good guess. Only guesses
 * a closed status when the words are clear: a lead who did not answer, or was not called, is open.
 */
export function guessStatus(value: string, options: readonly Status[]): string | undefined {
  const said = wordsOf(value.replaceAll(/n['’]t\b/g, ' not '));
  const meaning = closing(said);
  const open = options.filter((option) => option.meaning === 'open');
  if (meaning) {
    const closed = options.filter((option) => option.meaning === meaning);
    return bestFit(said, closed) ?? closed[0]?.value;
  }
  if (isDenied(said, UNTOUCHED)) return open[0]?.value;
  return [NOT, LOST, WON].some((list) => has(said, list)) ? undefined : bestFit(said, open);
}

const has = (said: readonly string[], list: ReadonlySet<string>) => said.some((word) => list.has(word));

function closing(said: readonly string[]): StatusMeaning | undefined {
  if (has(said, DOUBT)) return undefined;
  if (isDenied(said, WANTED)) return 'lost';
  if (isDenied(said, new Set([...LOST, ...OVER, ...WON]))) return undefined;
  const [isLost, isWon] = [has(said, LOST), has(said, WON)];
  if (isLost !== isWon) return isLost ? 'lost' : has(said, ELSEWHERE) ? undefined : 'won';
  const isOver = has(said, OVER) && said.every((word) => OVER.has(word) || A_LEAD.has(word));
  return isOver && !isWon ? 'lost' : undefined;
}

/** Whether one of the words comes right after a "not". */
function isDenied(said: readonly string[], denied: ReadonlySet<string>): boolean {
  return said.some((word, at) => {
    if (!NOT.has(word)) return false;
    const next = said.slice(at + 1).find((other) => !BETWEEN.has(other));
    return next !== undefined && denied.has(next);
  });
}
