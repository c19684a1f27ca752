import type { SmallError } from '#test/sabotage/small-error.ts';

export const WEB_2: readonly SmallError[] = [
  {
    id: 'confirmed-twice',
    kind: 'guards',
    file: 'web/ui/ConfirmDialog.tsx',
    from: 'if (isRunning.current) return;',
    to: '',
    breaks: 'a double click confirms twice, and the second answer hides the first',
    tests: ['e2e/api-keys.e2e.ts > a rotation'],
  },
  {
    id: 'token-elsewhere',
    kind: 'guards',
    file: 'web/api/address.ts',
    from: 'if (url && installation.apiOrigins.includes(url.origin))',
    to: 'if (url && installation.apiOrigins.length > 0)',
    breaks: 'a text in the storage sends tokens to any origin',
    tests: ['e2e/session.e2e.ts > the API address'],
  },
  {
    id: 'text-cut',
    kind: 'escaping',
    file: 'web/leads/contact-addresses.ts',
    from: 'encodeURIComponent(message.text)',
    to: 'encodeURI(message.text)',
    breaks: 'a text with & or # arrives cut off in WhatsApp',
    tests: ['web/leads/contact-addresses.test.ts'],
  },
  {
    id: 'tab-of-everybody',
    kind: 'roles',
    file: 'web/settings-tabs.ts',
    from: "permission: 'targets.manage',",
    to: "permission: 'messages.write',",
    breaks: 'a rep is offered a tab of the settings that the server refuses',
    tests: ['web/settings-tabs.test.ts > each role'],
  },
];
