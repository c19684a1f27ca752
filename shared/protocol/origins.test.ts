import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedForms, normaliseOrigin } from '#shared/protocol/origins.ts';

const isAllowed = (header: string | undefined, ...allowed: string[]) =>
  allowedForms(header).some((form) => allowed.includes(form));

test('an origin is stored as browsers send it', () => {
  for (const [typed, stored] of [
    ['www.example.com', 'https://www.example.com'],
    [' HTTPS://WWW.Example.com/ ', 'https://www.example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['https://example.com:8443', 'https://example.com:8443'],
    ['*.example.com', 'https://*.example.com'],
    ['https://*.shop.example.co.uk:8443', 'https://*.shop.example.co.uk:8443'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ] as const)
    assert.equal(normaliseOrigin(typed), stored, typed);
});

test('an invalid origin, or a pattern shared by several owners, is refused', () => {
  for (const typed of [
    '',
    '*',
    'null',
    '*.com',
    '*.co.uk',
    '*.co.in',
    '*.github.io',
    '*.vercel.app',
    '*.s3.ap-south-1.amazonaws.com',
    '*.blogspot.co.uk',
    '*.duckdns.org',
    'https://*',
    '*.*.example.com',
    'a.*.example.com',
    'exa*mple.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://user@example.com',
    'https://example.com/path',
    'https://example.com?x',
    'https://example.com#x',
    'example.com.',
    'example',
    'exam ple.com',
    'https://',
    '*.10.0.0.1',
    '*.localhost',
    'https:\\\\example.com',
    '-a.example.com',
    'exa_mple.com',
    'www.-a.com',
  ])
    // prettier-ignore
    assert.equal(normaliseOrigin(typed), undefined, typed);
});

test('an origin matches exactly, or one label below a pattern', () => {
  const both = ['https://example.com', 'https://*.example.com'];
  for (const header of ['https://example.com', 'https://shop.example.com'])
    assert.ok(isAllowed(header, ...both), header);
  for (const header of [
    undefined,
    '',
    'null',
    'https://a.b.example.com',
    'https://a.com.evil.com',
    'https://evilexample.com',
    'https://example.com.evil.com',
    'http://example.com',
    'https://example.com:8443',
    'https://shop.example.com:8443',
    'https://EXAMPLE.com',
    'https://example.com.',
    'https://shop.example.com.',
    'https://user@example.com',
    'https://example.com/',
    'https://example.com, https://evil.com',
    'https://*.example.com',
    '*',
    'https://xn--example-.com',
    'file://',
    'chrome-extension://example.com',
  ])
    // prettier-ignore
    assert.ok(!isAllowed(header, ...both), String(header));
  assert.ok(!isAllowed('https://x.com', 'https://*.com'));
  assert.ok(isAllowed('https://a.example.com:8443', 'https://*.example.com:8443'));
});
