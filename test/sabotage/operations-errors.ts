import type { SmallError } from '#test/sabotage/small-error.ts';

/** Errors in backups and operators' commands. */
export const OPERATIONS: readonly SmallError[] = [
  {
    id: 'release-by-list',
    kind: 'guards',
    file: 'server/backup/release-of.ts',
    from: 'CLIENT_MIGRATIONS.filter(({ name }) => name <= newest)',
    to: 'CLIENT_MIGRATIONS.filter(({ name }) => name <= newest && migrations.client.includes(name))',
    breaks: 'a backup of an installation that the first releases made cannot be restored',
    tests: ['server/backup/release-of.test.ts'],
  },
  {
    id: 'backup-with-holes',
    kind: 'guards',
    file: 'server/backup/write-backup.ts',
    from: '  assertNoHoles(backup.manifest);\n',
    to: '',
    breaks: 'a backup that no release can restore is called whole',
    tests: ['server/backup/release-of.test.ts'],
    also: [
      {
        file: 'server/backup/write-backup.ts',
        from: "import { assertNoHoles } from '#server/backup/release-of.ts';\n",
        to: '',
      },
    ],
  },
  {
    id: 'restore-marked-late',
    kind: 'locks',
    file: 'server/backup/restore-all.ts',
    from: '    await foundInstallation(owner, password, id);\n    await mark();',
    to: '    await foundInstallation(owner, password, id);',
    breaks: 'a server starts on what an interrupted restore has left, and fills it with sample companies',
    tests: ['server/backup/backup.test.ts'],
  },
];
