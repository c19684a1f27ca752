import { FINDING } from '#test/sabotage/errors/finding-errors.ts';
import { GONE } from '#test/sabotage/errors/gone-errors.ts';
import { HOURS } from '#test/sabotage/errors/hours-errors.ts';
import { IMPORTS } from '#test/sabotage/errors/import-errors.ts';
import { OPERATIONS } from '#test/sabotage/errors/operations-errors.ts';
import { PASSKEYS } from '#test/sabotage/errors/passkey-errors.ts';
import { RACES } from '#test/sabotage/errors/race-errors.ts';
import { REPEATING } from '#test/sabotage/errors/repeating-errors.ts';
import { PUSHES } from '#test/sabotage/errors/push-errors.ts';
import { SERVER_1 } from '#test/sabotage/errors/server-errors-1.ts';
import { SERVER_2 } from '#test/sabotage/errors/server-errors-2.ts';
import { SERVER_3 } from '#test/sabotage/errors/server-errors-3.ts';
import { SERVER_4 } from '#test/sabotage/errors/server-errors-4.ts';
import { SERVER_5 } from '#test/sabotage/errors/server-errors-5.ts';
import { SERVER_6 } from '#test/sabotage/errors/server-errors-6.ts';
import { SERVER_7 } from '#test/sabotage/errors/server-errors-7.ts';
import { SERVER_8 } from '#test/sabotage/errors/server-errors-8.ts';
import { SERVER_9 } from '#test/sabotage/errors/server-errors-9.ts';
import { SERVER_11 } from '#test/sabotage/errors/server-errors-11.ts';
import { WEB_1 } from '#test/sabotage/errors/web-errors-1.ts';
import { WEB_2 } from '#test/sabotage/errors/web-errors-2.ts';
import type { SmallError } from '#test/sabotage/small-error.ts';

/** Every small error that a test must notice; `npm run sabotage` makes them one by one. */
export const SMALL_ERRORS: readonly SmallError[] = [
  ...OPERATIONS,
  ...PASSKEYS,
  ...RACES,
  ...REPEATING,
  ...PUSHES,
  ...SERVER_1,
  ...SERVER_2,
  ...SERVER_3,
  ...SERVER_4,
  ...SERVER_5,
  ...SERVER_6,
  ...SERVER_7,
  ...SERVER_8,
  ...SERVER_9,
  ...FINDING,
  ...GONE,
  ...HOURS,
  ...IMPORTS,
  ...SERVER_11,
  ...WEB_1,
  ...WEB_2,
];
