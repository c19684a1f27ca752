import type { BackupKind } from '#server/backup/manifest.ts';

const FILES = `Each table is a CSV file in UTF-8: the first line names the columns, an empty cell without quotes is "no value", times are in
UTC, lists of tags stand in braces, and values of custom fields are JSON. "manifest.json" has the number of rows, the size
and the SHA-256 of each file.
`;

/** The text in a backup for a person who opens it without this product. */
export const README: Record<BackupKind, string> = {
  installation: `A backup of LMS: all clients and accounts of an installation.

core/                 accounts, clients, keys and the audit log
clients/<schema>/     leads, calls, follow-ups, products … of one client

${FILES}
Bring it back:                      npm run restore -- <this file>
Bring back one client:              npm run restore -- <this file> --client <schema>

This file has password hashes, and the data of every customer. Keep it where nobody else can read it.
`,
  client: `A backup of LMS: one client with its accounts and keys.

core/                 the client, its accounts, invitations and API keys
clients/<schema>/     leads, calls, follow-ups, products …

${FILES}
Bring it back:        npm run restore -- <this file> --client <schema>

This file has password hashes. Keep it where nobody else can read it.
`,
  archive: `All data of a company in LMS.

core/                 the company and its people
clients/<schema>/     leads, calls, follow-ups, notes, products, history …

${FILES}
A cell that a spreadsheet would run as a formula begins with an apostrophe ('), which is not part of the value.
Passwords and API keys are not in this file.

An operator of LMS brings it back:  npm run restore -- <this file> --client <schema>
`,
};
