import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWebhookUrl } from '#shared/company/webhooks.ts';
import { NOT_REACHED, post } from './outgoing.ts';
import { PUBLIC_INTERNET, isPublic, leadsInside } from './outgoing-addresses.ts';
import { startReceiver } from '#test/outside/receiver.ts';

const INSIDE = [
  '127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254',
  '100.64.0.1', '100.100.100.200', '192.0.0.192', '198.18.0.1', '192.0.2.1', '224.0.0.1', '239.1.1.1', '240.0.0.1',
  '255.255.255.255', '168.63.129.16', '::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::127.0.0.1', 'fe80::1', '::7f00:1', '::8.8.8.8', '100::1', '1::1', '4000::1', '5f00::1', '8000::1', 'e000::1', 'fec0::1', '::ffff:0:8.8.8.8',
  'fc00::1', 'fd00:ec2::254', 'ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '2001::1', 'nonsense', '',
]; // prettier-ignore
const OUTSIDE = [
  '8.8.8.8',
  '93.184.215.14',
  '172.32.0.1',
  '100.63.255.255',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
];

test('only public internet addresses are reached', () => {
  assert.deepEqual(INSIDE.filter(isPublic), []);
  assert.deepEqual(OUTSIDE.filter(isPublic), OUTSIDE);
});

test('an address that is visibly internal is refused, in every spelling', () => {
  const inside = [
    'https://localhost/', 'https://api.localhost/', 'https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://017700000001/', 'https://127.1/',
    'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://printer.local/', 'https://metadata.google.internal/', 'https://intranet/',
    'https://localhost./', 'http://example.com/', 'https://example.com:22/', 'https://example.com:5432/', 'https://１２７.0.0.1/',
  ]; // prettier-ignore
  assert.deepEqual(
    inside.filter((url) => !leadsInside(new URL(url), PUBLIC_INTERNET)),
    [],
  );
  for (const url of ['https://example.com/lms', 'https://example.com:8443/', 'https://8.8.8.8/'])
    assert.equal(leadsInside(new URL(url), PUBLIC_INTERNET), false, url);
});

test('a webhook needs an https address without a user name, on a usual port', () => {
  for (const url of ['https://example.com', 'https://example.com:8443/a?b=c'])
    assert.ok(isWebhookUrl(url), url);
  for (const url of ['', 'example.com', 'http://example.com/', 'https://a:b@example.com/', 'https://example.com:8080/', 'ftp://example.com/',
    'https://example.com/#x', 'https://exa mple.com/', `https://example.com/${'a'.repeat(500)}`]) assert.ok(!isWebhookUrl(url), url); // prettier-ignore
});

test('no connection is made to an internal address, whatever name resolves to it', async () => {
  const receiver = await startReceiver();
  const reach = { protocols: ['http:'], ports: 'any', mayReach: isPublic } as const;
  const leave = new AbortController().signal;
  const { port } = new URL(receiver.url);
  for (const host of ['127.0.0.1', '[::1]', 'localhost', '0x7f.1'])
    assert.deepEqual(
      await post(`http://${host}:${port}/`, '{}', {}, { reach, timeLimit: 5000, leave }),
      {
        status: null,
        reason: host === 'localhost' ? NOT_REACHED : 'The address leads to an internal network.',
      },
      host,
    );
  // The message does not reveal whether the network knows a name: an unknown name gets the same one.
  assert.deepEqual(
    await post(`http://nobody.invalid:${port}/`, '{}', {}, { reach, timeLimit: 5000, leave }),
    {
      status: null,
      reason: NOT_REACHED,
    },
  );
  assert.equal(receiver.received.length, 0);
  await receiver.close();
});
