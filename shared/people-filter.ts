import * as z from 'zod/mini';
import { several } from '#shared/several.ts';

const CHOOSE_USER = 'Choose a user, me or none.';

/** People whose work a list shows: users' ids, `me`, or `none` for nobody's. */
export const PeopleFilter = several(
  z.union([z.literal('me'), z.literal('none'), z.uuid(CHOOSE_USER)], CHOOSE_USER),
);
