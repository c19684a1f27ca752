import { LEAD_FIELDS } from '#shared/fields/lead-fields.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { InvalidInput } from '#server/errors.ts';

export const NOT_ACTIVE = 'Choose an active user of this client.';

/**
 * Whether a user may be assigned leads: an active user of the client, or the caller; undefined for an unknown
 * id. `hasLeft`: deactivated, or moved to another client; what they still own reaches them no more.
 */
export async function findAssignee(
  { db, user }: ClientScope,
  id: string,
): Promise<{ name: string; mayTake: boolean; hasLeft: boolean } | undefined> {
  const member = await db
    .selectFrom('members')
    .select(['name', 'belongs', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    member && {
      name: member.name,
      mayTake: (id === user.id && !user.isProgram) || (member.belongs && member.is_active),
      hasLeft: !member.is_active,
    }
  );
}

/** A new assignee, as the summary of an operation: 'Assigned To → Asha Rao'. */
export async function assigneeInWords(scope: ClientScope, id: string | null): Promise<string> {
  const name = id === null ? 'Unassigned' : (await findAssignee(scope, id))?.name;
  return `${LEAD_FIELDS.assigned_to.title} → ${name ?? ''}`;
}

/**
 * Throws 422 when a lead would be assigned to a guest or to a user who has left; the current assignee may
 * keep it.
 */
export async function checkAssignee(
  scope: ClientScope,
  wanted: string | null | undefined,
  current: string | null = null,
): Promise<void> {
  if (!wanted || wanted === current || (wanted === scope.user.id && !scope.user.isProgram)) return;
  const assignee = await findAssignee(scope, wanted);
  if (assignee && !assignee.mayTake) throw new InvalidInput([{ field: 'assigned_to', message: NOT_ACTIVE }]);
}
