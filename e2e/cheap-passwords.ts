import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before the browser tests' server, which then hashes passwords with the cheapest parameters: each
 * test creates accounts and signs them in. The product has no setting for this, and server tests check its
 * own parameters.
 */
const { argon2 } = crypto;

const cheapest: typeof argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback);

Object.assign(crypto, { argon2: cheapest });
syncBuiltinESMExports();
