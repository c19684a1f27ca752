import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { beginSessionLife, sessionLife, whileSessionLives } from '#web/lib/session-life.ts';

const WEB = join(import.meta.dirname, '..');

/** State outside React, and the reason it holds nothing of a session. */
const MODULE_STATE: Record<string, string> = {
  'api/refresh.ts running': 'one replacement of the token at a time; ends with the session',
  'api/outbox.ts outboxes': 'the changes of each session on their way; go with its answers',
  'api/cache/stale.ts clocks': 'when the figures of each session are read again; goes with its answers',
  'lib/hold-history.ts holds': 'forms and popups with typed text, each let go when taken away',
  'lib/hold-history.ts isReturning': 'whether the next step of the history is our own',
  'lib/loadable.tsx popups': 'the code of the popups that there are',
  'lib/online.ts online': 'whether the server can be reached',
  'lib/online.ts followers': 'who follows the connection: components, which leave when taken away',
  'lib/online.ts looking': 'one look for the server at a time',
  'lib/online.ts next': 'the clock of the next look for the server',
  'lib/page-keys.ts all': 'keys of the parts on the screen, each taken out with its part',
  'lib/page-title.ts shown': 'the title of the page on the screen, taken away with it',
  'lib/quiet.ts running': 'how many requests wait for an answer',
  'lib/quiet.ts lastAct': 'when a key or button was last pressed',
  'lib/session-life.ts life': 'the life of the session itself',
  'lib/tab.ts name': 'a random name of the tab, which says nothing of anybody',
  'lib/hooks/useFocusReturn.ts open':
    'popups that are open, with their openers, each taken out when it closes',
  'lib/hooks/useTopmost.ts open': 'popups that are open, each taken out when it closes',
  'lib/hooks/useTopmost.ts turn': 'how often a key or button was pressed',
  'lib/hooks/useTopmost.ts lastClosedIn': 'the press that closed a popup',
  'session/session-store.ts session': 'the session itself',
  'session/session-store.ts listeners': 'who follows the session: components, which leave when taken away',
  'ui/fields/useTypedValue.ts isPressed': 'whether a button of the pointer is held down',
};

function sources(): [string, string][] {
  return readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(WEB, file), 'utf8')]);
}

/** Variables, stores and initially empty collections, which keep state between calls. */
const REMEMBERED =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^=]+)? = (?:\[\]|\{\}|new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|new (?:Query|AbortController|BroadcastChannel)\w*\(|createStore(?:<.*>)?\())/gm;

test('no module keeps session state', () => {
  const found = sources().flatMap(([file, text]) =>
    [...text.matchAll(REMEMBERED)].map(([, variable, constant]) => `${file} ${variable ?? constant}`),
  );
  const isConstant = (name: string) => name === 'features/leads/list/LeadList.tsx NO_ROWS';
  assert.deepEqual(
    found.filter((name) => !isConstant(name)).toSorted(),
    Object.keys(MODULE_STATE).toSorted(),
    'Keep what belongs to a session below SessionProvider, or say in this list why the variable holds nothing of one.',
  );
});

test('browser storage is used in one place, and session data only under a name that sign-out clears', () => {
  const users = sources().filter(([, text]) =>
    /\b(?:local|session)Storage\b(?!ColorSchemeManager)/.test(text),
  );
  assert.deepEqual(users.map(([file]) => file).toSorted(), ['leads/useLastOpened.ts', 'lib/preferences.ts']);
});

test('a session’s requests resolve while it lives, and never afterwards', async () => {
  assert.equal(await whileSessionLives(() => Promise.resolve('answer')), 'answer');
  await assert.rejects(
    whileSessionLives(() => Promise.reject(new Error('no'))),
    /no/,
  );

  const life = sessionLife();
  let settled = 0;
  const count = () => (settled += 1);
  const answer = Promise.withResolvers<string>();
  const failure = Promise.withResolvers<string>();
  void whileSessionLives(() => answer.promise).then(count, count);
  void whileSessionLives(() => failure.promise).then(count, count);
  beginSessionLife();
  assert.equal(life.aborted, true);
  answer.resolve('late');
  failure.reject(new Error('late'));
  // Both requests belong to the previous session, and have finished when the next session's own result
  // arrives.
  assert.equal(await whileSessionLives(() => Promise.resolve('own')), 'own');
  assert.deepEqual([settled, sessionLife().aborted], [0, false]);
});
