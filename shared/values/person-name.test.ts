import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personName } from '#shared/fields/fields.ts';

const accepts = (name: string) => personName('Name is required').safeParse(name).success;

test('a name that a mail program could take for an address is refused', () => {
  for (const name of [
    'bit.ly/x',
    'evil.example',
    'x@evil.example',
    'Click 1.2.3.4',
    'evil。com',
    'evil．com',
    'evil｡com',
    'https://x',
    'WWW.x',
    't.co/abc',
    'Your HDFC account is locked. Sign in at hdfc-verify.com/login',
    'xn--abc.in',
    'पता.भारत',
    'a1.example',
    '(evil.example)',
    'md.evil.example',
  ])
    // prettier-ignore
    assert.equal(accepts(name), false, name);
});

test('real names are accepted', () => {
  for (const name of [
    'Asha',
    "O'Brien",
    'Dr.Rao',
    'Dr. Rao',
    'K.Suresh',
    'A.P.J. Abdul',
    'A.P.J.Abdul Kalam',
    'Md.Salim',
    'St.John',
    'Ravi s/o Kumar',
    'Jean-Luc',
    'अ. कुमार',
    'Smith Jr.',
    'Núñez',
    'J. R. D.',
    '王小明',
    'Ann (Annie)',
  ])
    // prettier-ignore
    assert.equal(accepts(name), true, name);
});
