import { notifications } from '#shared/activities/notifications.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [notifications.unread, 'everyone'],
  [notifications.list, 'everyone'],
  [notifications.read, 'everyone', { input: () => body({}) }],
];
