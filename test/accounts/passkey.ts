import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { passkeys } from '#shared/accounts/passkeys.ts';
import type { UsedPasskey } from '#shared/accounts/used-passkey.ts';
import type { CreatedPasskey, PasskeyCreation, PasskeyRequest } from '#shared/accounts/webauthn.ts';
import type { TestApp } from '#test/app.ts';
import type { Person } from '#test/world.ts';

/** The origin of pages in tests without a port. */
const ORIGIN = 'http://localhost';
const [PRESENT, VERIFIED, ATTESTED] = [1, 4, 64];

/** How an answer differs from an honest one. */
export type Changes = {
  challenge?: string;
  origin?: string;
  rpId?: string;
  type?: string;
  flags?: number;
  count?: number;
  crossOrigin?: boolean;
  topOrigin?: string;
  userHandle?: string | undefined;
  id?: string;
  /** The key that signs. */
  key?: KeyObject;
  /** Changes the answer after it has been signed. */
  after?: (answer: UsedPasskey) => UsedPasskey;
};

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** The parts of CBOR that an authenticator needs. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size]);
    return size < 256
      ? Buffer.from([(major << 5) | 24, size])
      : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

/** The COSE form of a P-256 key. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();
const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A passkey in software: what a phone or a security key does with one account of one site. */
export class SoftPasskey {
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(16).toString('base64url');
  /** How often it has signed; undefined for one that does not count. */
  count: number | undefined = 0;
  handle: string | undefined;

  create(options: PasskeyCreation, changes: Changes = {}): CreatedPasskey {
    this.handle = options.user.id;
    return this.#create(options.challenge, options.rp.id, changes);
  }

  #create(asked: string, party: string, changes: Changes = {}): CreatedPasskey {
    const { challenge = asked, origin = ORIGIN, rpId = party } = changes;
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.#head(rpId, changes.flags ?? PRESENT | VERIFIED | ATTESTED, changes.count),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      coseOf(this.keys.publicKey),
    ]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      id: this.id,
      response: {
        clientDataJSON: text({
          type: changes.type ?? 'webauthn.create',
          challenge,
          origin,
          crossOrigin: changes.crossOrigin ?? false,
        }),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  use(options: PasskeyRequest, changes: Changes = {}): UsedPasskey {
    const { challenge = options.challenge, origin = ORIGIN, rpId = options.rpId, id = this.id } = changes;
    const { crossOrigin = false, topOrigin, type = 'webauthn.get', key = this.keys.privateKey } = changes;
    if (this.count !== undefined) this.count += 1;
    const clientDataJSON = text({ type, challenge, origin, crossOrigin, ...(topOrigin && { topOrigin }) });
    const authData = this.#head(rpId, changes.flags ?? PRESENT | VERIFIED, changes.count);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const userHandle = 'userHandle' in changes ? changes.userHandle : this.handle;
    const answer: UsedPasskey = {
      id,
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, key).toString('base64url'),
        ...(userHandle !== undefined && { userHandle }),
      },
    };
    return changes.after?.(answer) ?? answer;
  }

  /** An answer to a request that nobody has made. */
  unaskedAnswer(): UsedPasskey {
    return this.use({
      challenge: this.id,
      rpId: 'localhost',
      timeout: 0,
      userVerification: 'required',
      allowCredentials: [],
    });
  }

  /** A passkey that nobody has asked for. */
  unaskedCreation(): CreatedPasskey {
    return new SoftPasskey().#create(this.id, 'localhost');
  }

  #head(rpId: string, flags: number, count = this.count ?? 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }
}

/** Adds a passkey to a user. */
export async function addPasskey(
  app: TestApp,
  { token }: Pick<Person, 'token'>,
  passkey = new SoftPasskey(),
): Promise<{ id: string; passkey: SoftPasskey; recoveryCodes: string[] }> {
  const { data: options } = (await app.call(passkeys.begin, {}, token)).body;
  const added = await app.call(
    passkeys.add,
    { body: { name: 'Phone', passkey: passkey.create(options) } },
    token,
  );
  const { id, recoveryCodes } = added.body.data;
  return { id, passkey, recoveryCodes: recoveryCodes ?? [] };
}

/** The request for a passkey in a browser that is signed out, and the browser's cookie. */
export async function askedToSignIn(app: TestApp): Promise<{ options: PasskeyRequest; cookie: string }> {
  const asked = await app.call(passkeys.signInOptions, {});
  const [cookie = ''] = String([asked.headers['set-cookie']].flat()[0]).split(';');
  return { options: asked.body.data, cookie };
}

/** Signs in with a passkey; the refusal if it is changed. */
export async function signInWith(app: TestApp, passkey: SoftPasskey, changes: Changes = {}) {
  const { options, cookie } = await askedToSignIn(app);
  return await app.call(passkeys.signIn, {
    body: { passkey: passkey.use(options, changes) },
    headers: { cookie },
  });
}
