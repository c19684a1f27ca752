import { absences } from '#shared/company/absences.ts';
import { distribution } from '#shared/company/distribution.ts';
import { body, deletesAny, intoAlpha, intoOwner, needsClient } from '#test/matrix/example.ts';
import type { Call, Examples } from '#test/matrix/example.ts';
import { unused } from '#test/safety/targets.ts';

const right = 'distribute leads';
const inactive = { name: 'Everybody', is_active: false, conditions: [], times: null, way: 'turn' };
const rules = (call: Call) => ({
  ...intoAlpha(call),
  ...body({ rules: [{ ...inactive, people: [call.world.alpha.rep.id] }] }),
});
/**
 * Callers with access to all clients are not users of alpha, so a rep of alpha is away, on a different day
 * each time.
 */
const away = (call: Call) => {
  const day = new Date(Date.UTC(2040, 0, unused())).toISOString().slice(0, 10);
  const absence = { first_day: day, last_day: day, user_id: call.world.alpha.rep.id };
  return { ...intoAlpha(call), ...body(absence) };
};
const limit = (call: Call) => ({ ...intoOwner(call), ...body({ max_open_leads: 50 }) });

/** The examples remove a manager's absence, as managers and admins may. */
export const examples: Examples = [
  [distribution.get, right],
  [distribution.save, right, { input: rules, status: needsClient }],
  [distribution.preview, right, { input: rules, status: needsClient }],
  [
    distribution.setPromise,
    right,
    { input: (call) => ({ ...intoAlpha(call), ...body({ minutes: 30 }) }), status: needsClient },
  ],
  [distribution.setLimit, right, { object: 'user', keeps: true, input: limit }],
  [absences.list, 'everyone'],
  [absences.create, 'everyone', { input: away, status: needsClient }],
  [absences.remove, 'everyone', { object: 'absence', input: intoOwner, status: deletesAny }],
];
