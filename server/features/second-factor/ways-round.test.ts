import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { passkeys } from '#shared/accounts/passkeys.ts';
import { proof } from '#shared/accounts/proof.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import type { UsedPasskey } from '#shared/accounts/used-passkey.ts';
import type { CreatedPasskey, PasskeyRequest } from '#shared/accounts/webauthn.ts';
import { newChallenge } from '#server/secrets/challenges.ts';
import { SoftPasskey, addPasskey, askedToSignIn } from '#test/accounts/passkey.ts';
import type { Changes } from '#test/accounts/passkey.ts';
import { PASSWORD, createPerson, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const aRep = async () => await createPerson(app, 'salesrep', world.alpha.id);
const [rep, other] = [await aRep(), await aRep()];
const { passkey: mine } = await addPasskey(app, rep);
const { passkey: others } = await addPasskey(app, other);
const unknown = new SoftPasskey();
const { tokenKey } = app.database.installation;

const TOO_LATE = 'This took too long, or was sent twice. Please try again.';
const NOT_VERIFIED = 'This passkey could not be verified. Please try again.';
const NOT_KNOWN = 'This passkey belongs to no account here. It may have been removed.';
const NOT_YOURS = 'This passkey belongs to another account.';

/** An answer to a request in some browser, and the sentence with which it is refused. */
type Way = [does: string, sentence: string, answer: (asked: PasskeyRequest, cookie: string) => UsedPasskey];
const changed = (changes: Changes) => (asked: PasskeyRequest) => mine.use(asked, changes);
const browserOf = (cookie: string) => cookie.split('=')[1] ?? '';
const madeFor = (purpose: string, now?: number) => newChallenge(tokenKey, purpose, now);
const tampered = (part: 'authenticatorData' | 'clientDataJSON' | 'signature') =>
  changed({
    after: (answer) => {
      const bytes = Buffer.from(answer.response[part], 'base64url');
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      return { ...answer, response: { ...answer.response, [part]: bytes.toString('base64url') } };
    },
  });
const withJson = (json: unknown) =>
  changed({
    after: (answer) => ({
      ...answer,
      response: {
        ...answer.response,
        clientDataJSON: Buffer.from(JSON.stringify(json)).toString('base64url'),
      },
    }),
  });

/** Answers that no honest authenticator gives. */
const DISHONEST: Way[] = [
  ['comes from another site', NOT_VERIFIED, changed({ origin: 'https://lms.example.evil' })],
  ['comes from a subdomain', NOT_VERIFIED, changed({ origin: 'http://evil.localhost' })],
  ['comes from another port', NOT_VERIFIED, changed({ origin: 'http://localhost:8080' })],
  ['comes over another protocol', NOT_VERIFIED, changed({ origin: 'https://localhost' })],
  ['comes from no site', NOT_VERIFIED, changed({ origin: 'null' })],
  ['comes from a page inside another', TOO_LATE, changed({ crossOrigin: true })],
  ['names another page above its own', NOT_VERIFIED, changed({ topOrigin: 'https://evil.example' })],
  ['is for another domain', NOT_VERIFIED, changed({ rpId: 'evil.example' })],
  ['is for a part of the domain', NOT_VERIFIED, changed({ rpId: 'host' })],
  ['says it creates a passkey', NOT_VERIFIED, changed({ type: 'webauthn.create' })],
  ['says it is something else', NOT_VERIFIED, changed({ type: 'payment.get' })],
  ['has not verified the user', NOT_VERIFIED, changed({ flags: 1 })],
  ['has met no user', NOT_VERIFIED, changed({ flags: 4 })],
  ['has no flags', NOT_VERIFIED, changed({ flags: 0 })],
  ['names another user', NOT_VERIFIED, changed({ userHandle: others.handle })],
  ['names nobody known', NOT_VERIFIED, changed({ userHandle: 'AAAA' })],
  [
    'is signed by another key',
    NOT_VERIFIED,
    changed({ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
  ],
  ['is signed by another account’s key', NOT_VERIFIED, (asked) => others.use(asked, { id: mine.id })],
  ['is signed for other data', NOT_VERIFIED, tampered('signature')],
  ['has another counter than was signed', NOT_VERIFIED, tampered('authenticatorData')],
  ['is not what was signed', TOO_LATE, withJson({ type: 'webauthn.get', origin: 'http://localhost' })],
  ['is no object', TOO_LATE, withJson(null)],
  ['is a number', TOO_LATE, withJson(1)],
  ['names a challenge that is no text', TOO_LATE, withJson({ challenge: { toString: 1 } })],
  ['is a passkey of nobody', NOT_KNOWN, (asked) => unknown.use(asked)],
];

/** Challenges that were never asked in this browser. */
const UNASKED: Way[] = [
  ['answers an empty challenge', TOO_LATE, changed({ challenge: '' })],
  ['answers a challenge of its own', TOO_LATE, changed({ challenge: 'A'.repeat(70) })],
  [
    'answers a challenge with a later end',
    TOO_LATE,
    (asked) => {
      const bytes = Buffer.from(asked.challenge, 'base64url');
      bytes.writeUInt32BE(bytes.readUInt32BE(16) + 3600, 16);
      return mine.use(asked, { challenge: bytes.toString('base64url') });
    },
  ],
  [
    'answers an expired challenge',
    TOO_LATE,
    (asked, cookie) =>
      mine.use(asked, { challenge: madeFor(`sign-in in ${browserOf(cookie)}`, Date.now() - 301_000) }),
  ],
  [
    'answers a challenge of another browser',
    TOO_LATE,
    (asked) => mine.use(asked, { challenge: madeFor('sign-in in AAAAAAAAAAAAAAAAAAAAAA') }),
  ],
  [
    'answers a challenge of a browser without a name',
    TOO_LATE,
    (asked) => mine.use(asked, { challenge: madeFor('sign-in in undefined') }),
  ],
  [
    'answers a challenge of the second step',
    TOO_LATE,
    (asked) => mine.use(asked, { challenge: madeFor(`the second step of ${rep.id}`) }),
  ],
  [
    'answers a challenge of another installation',
    TOO_LATE,
    (asked, cookie) =>
      mine.use(asked, { challenge: newChallenge('another key', `sign-in in ${browserOf(cookie)}`) }),
  ],
];

for (const [does, sentence, answer] of [...DISHONEST, ...UNASKED])
  test(`a sign-in with a passkey that ${does} is refused`, async () => {
    const { options, cookie } = await askedToSignIn(app);
    const body = { passkey: answer(options, cookie) };
    const reply = await app.call(passkeys.signIn, { body, headers: { cookie } });
    assert.deepEqual([reply.status, reply.body.message], [401, sentence]);
    assert.ok(!String(reply.headers['set-cookie']).includes('lrt'));
  });

/** The answer of the second step of a sign-in, and the request for a passkey in it. */
async function secondStep(person: { email: string }, more: object = {}) {
  const body = { email: person.email, password: PASSWORD, ...more };
  const reply = await app.call(auth.login, { body });
  const { data } = unchecked<{ data?: { passkey: PasskeyRequest } }>(reply.body);
  return { ...reply, asked: data?.passkey };
}

for (const [does, sentence, answer] of [
  ...DISHONEST,
  ['is another account’s', NOT_YOURS, (asked) => others.use(asked)],
  [
    'answers a challenge of a sign-in',
    TOO_LATE,
    (asked) => mine.use(asked, { challenge: madeFor('sign-in in undefined') }),
  ],
  [
    'answers a challenge of another account',
    TOO_LATE,
    (asked) => mine.use(asked, { challenge: madeFor(`the second step of ${other.id}`) }),
  ],
] satisfies Way[])
  test(`a second step with a passkey that ${does} is refused`, async () => {
    await app.database.asOwner(async (owner) => await owner.query('DELETE FROM core.sign_in_attempts'));
    const { asked } = await secondStep(rep);
    assert.ok(asked);
    const reply = await secondStep(rep, { passkey: answer(asked, '') });
    assert.deepEqual(
      [reply.status, reply.body.code, reply.body.errors],
      [401, 'second_factor_required', [{ field: 'passkey', message: sentence }]],
    );
    assert.ok(reply.asked, 'the next request');
  });

test('no answer is good twice, in another browser, or for another call', async () => {
  const quiet = new SoftPasskey();
  quiet.count = undefined;
  await addPasskey(app, rep, quiet);
  const { options, cookie } = await askedToSignIn(app);
  const passkey = quiet.use(options);
  const send = async (headers = {}) =>
    (await app.call(passkeys.signIn, { body: { passkey }, headers })).status;
  assert.equal(await send(), 401, 'no cookie');
  const elsewhere = await askedToSignIn(app);
  assert.equal(await send({ cookie: elsewhere.cookie }), 401, 'another browser');
  assert.equal((await secondStep(rep, { passkey })).status, 401, 'the second step');
  assert.equal((await app.call(proof.give, { body: { passkey } }, rep.token)).status, 422, 'a proof');
  assert.equal(await send({ cookie }), 200);
  assert.equal(await send({ cookie }), 401, 'twice');
  const { asked } = await secondStep(rep);
  assert.ok(asked);
  const second = quiet.use(asked);
  assert.equal((await secondStep(rep, { passkey: second, password: 'wrong' })).status, 401);
  assert.equal((await secondStep(other, { passkey: second })).status, 401);
  assert.equal((await secondStep(rep, { passkey: second })).status, 200);
  assert.equal((await secondStep(rep, { passkey: second })).status, 401);
});

test('a page at another address is refused', async () => {
  for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null']) {
    const { options, cookie } = await askedToSignIn(app);
    const body = { passkey: mine.use(options) };
    const reply = await app.call(passkeys.signIn, { body, headers: { cookie, origin } });
    assert.deepEqual([reply.status, reply.body.message], [409, 'Passkeys don’t work at this address.']);
  }
});

const creations: [
  does: string,
  creation: (passkey: SoftPasskey, options: Creation) => CreatedPasskey,
  status?: number,
][] = [
  [
    'comes from another site',
    (passkey, options) => passkey.create(options, { origin: 'https://evil.example' }),
  ],
  ['is for another domain', (passkey, options) => passkey.create(options, { rpId: 'evil.example' })],
  ['has not verified the user', (passkey, options) => passkey.create(options, { flags: 65 })],
  ['has met no user', (passkey, options) => passkey.create(options, { flags: 68 })],
  ['is no creation', (passkey, options) => passkey.create(options, { type: 'webauthn.get' })],
  ['comes from a page inside another', (passkey, options) => passkey.create(options, { crossOrigin: true })],
  [
    'answers another session’s challenge',
    (passkey, options) => passkey.create(options, { challenge: madeFor('adding in another') }),
  ],
  [
    'answers a sign-in’s challenge',
    (passkey, options) => passkey.create(options, { challenge: madeFor('sign-in in undefined') }),
  ],
  [
    'holds no key',
    (passkey, options) => {
      const made = passkey.create(options);
      return { ...made, response: { ...made.response, attestationObject: 'oA' } };
    },
  ],
  ['exists already', (_, options) => mine.create(options), 409],
];
type Creation = Parameters<SoftPasskey['create']>[0];

for (const [does, create, status = 422] of creations)
  test(`a new passkey that ${does} is refused`, async () => {
    const person = await aRep();
    const { handle } = mine;
    const { data } = (await app.call(passkeys.begin, {}, person.token)).body;
    const body = { name: 'Phone', passkey: create(new SoftPasskey(), data) };
    mine.handle = handle;
    const reply = await app.call(passkeys.add, { body }, person.token);
    assert.equal(reply.status, status, reply.text);
    assert.equal((await secondStep(person)).status, 200, 'nothing was added');
  });

test('a new passkey is added once and only in the session that asked for it', async () => {
  const [person, stranger] = [await aRep(), await aRep()];
  const { data } = (await app.call(passkeys.begin, {}, person.token)).body;
  const body = { name: 'Phone', passkey: new SoftPasskey().create(data) };
  const add = async ({ token }: { token: string }) => (await app.call(passkeys.add, { body }, token)).status;
  assert.deepEqual([await add(stranger), await add(person), await add(person)], [422, 201, 422]);
});
