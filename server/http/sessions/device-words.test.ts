import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceWords } from '#server/http/sessions/device-words.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

test('browsers and systems are named in our own words', () => {
  const cases: [agent: string | undefined, words: string][] = [
    [CHROME, 'Chrome on Windows'],
    [`${CHROME} Edg/131.0.0.0`, 'Edge on Windows'],
    [`${CHROME} OPR/115.0.0.0`, 'Opera on Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) FxiOS/132.0 Safari/605.1.15',
      'Firefox on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'A browser on Linux'],
    ['Firefox/132.0', 'Firefox'],
    ['curl/8.5.0', 'A program'],
    [`${'x'.repeat(500)} ${CHROME}`, 'A program'],
    [undefined, 'A program'],
  ];
  for (const [agent, words] of cases)
    assert.equal(deviceWords({ headers: agent === undefined ? {} : { 'user-agent': agent } }), words, agent);
});
