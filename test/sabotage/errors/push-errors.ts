import type { SmallError } from '#test/sabotage/small-error.ts';

const DEVICES = ['test/messages/push-devices.test.ts'];
const SENDING = ['test/messages/push.test.ts'];

/** Errors in notifications on devices. */
export const PUSHES: readonly SmallError[] = [
  {
    id: 'buttons-for-any-version',
    kind: 'guards',
    file: 'server/features/push-devices/push-actions.queries.ts',
    from: 'reminder.version !== version || ',
    to: '',
    breaks: 'the buttons of an old notification complete a follow-up that was changed since',
    tests: DEVICES,
  },
  {
    id: 'token-of-anybody',
    kind: 'sessions',
    file: 'server/secrets/push-capability.ts',
    from: '  if (!timingSafeEqual(bytes.subarray(HEAD), mark(installationKey, head))) return undefined;\n',
    to: '',
    breaks: 'whoever knows the ids makes up a token for the buttons',
    tests: DEVICES,
  },
  {
    id: 'devices-end-over-night',
    kind: 'sessions',
    file: 'server/features/auth/sessions.queries.ts',
    from: ' AND NOT EXISTS (SELECT 1 FROM core.push_devices d WHERE d.session_id = s.id))',
    to: ')',
    breaks: 'a phone is told nothing once its session has run out and its user signs in elsewhere',
    tests: DEVICES,
  },
  {
    id: 'devices-of-former-users',
    kind: 'sessions',
    file: 'server/features/push-devices/push-devices.queries.ts',
    from: "    .where('endpoint_hash', '=', tokenHash(endpoint))\n    .where('user_id', '=', userId)\n",
    to: "    .where('endpoint_hash', '=', tokenHash(endpoint))\n",
    breaks: 'a browser in which somebody else turned notifications on counts as the next user’s',
    tests: DEVICES,
  },
  {
    id: 'read-and-pushed',
    kind: 'mails',
    file: 'server/features/notifications/message-contents.queries.ts',
    from: ' AND n.read_at IS NOT NULL))',
    to: ' AND false))',
    breaks: 'what somebody has read in the bell is pushed to them',
    tests: SENDING,
  },
  {
    id: 'names-on-the-lock-screen',
    kind: 'mails',
    file: 'server/features/notifications/push-texts.ts',
    from: "names ? cut(nameFor(frame, due.title)) : 'A follow-up is due'",
    to: 'cut(nameFor(frame, due.title))',
    breaks: 'the title of a notification says what the user wants to keep to themselves',
    tests: SENDING,
  },
  {
    id: 'busy-service-pressed',
    kind: 'mails',
    file: 'server/features/notifications/send-pushes.ts',
    from: 'Math.min(outcome.retryAfter ?? 0, LONGEST_WAIT)',
    to: '0',
    breaks: 'a busy push service is asked again before it wants',
    tests: SENDING,
  },
];
