import { workingHours } from '#shared/company/working-hours.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

const right = 'change working hours';

export const examples: Examples = [
  [workingHours.get, right, { object: 'client', keeps: true }],
  [workingHours.update, right, { object: 'client', keeps: true, input: () => body({ until: '19:00' }) }],
];
