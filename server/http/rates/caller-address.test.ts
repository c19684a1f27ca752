import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerAddress } from './caller-address.ts';

test('a caller is one IPv4 address or one IPv6 network', () => {
  for (const [ip, counted] of [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['unknown', 'unknown'],
  ] as const)
    assert.equal(callerAddress({ ip }), counted, ip);
});
