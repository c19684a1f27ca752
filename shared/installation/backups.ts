import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';

/** How the installation's backups are, in sentences. */
const BackupFinding = z.object({
  /** `wrong` has to be mended; `note` is for the operator to judge. */
  level: z.enum(['good', 'note', 'wrong']),
  says: z.string(),
  /** The step that fixes it. */
  remedy: z.optional(z.string()),
});

export const backups = {
  check: endpoint({
    method: 'GET',
    path: '/backups',
    permission: 'clients.manage',
    tag: 'Clients',
    summary: 'How old the newest backup is, and when one was last restored for a trial',
    /** None where the operator backs the database up by other means. */
    data: z.array(BackupFinding),
  }),
};
