import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before the server of the browser tests, which then hashes passwords under the cheapest parameters: each test makes accounts
 * and signs them in. The product has no setting for this, and tests of the server hold its own parameters.
 */
const { argon2 } = crypto;

const cheapest: typeof argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback);

Object.assign(crypto, { argon2: cheapest });
syncBuiltinESMExports();
