import * as z from 'zod/mini';
import { several } from '#shared/protocol/several.ts';

const CHOOSE_USER = 'Choose a user, me or none.';

/** The people whose work a list shows: user ids, `me`, or `none` for work without an owner. */
export const PeopleFilter = several(
  z.union([z.literal('me'), z.literal('none'), z.uuid(CHOOSE_USER)], CHOOSE_USER),
);
