import type { SystemScope } from '#server/db/system-scope.ts';
import { openCore } from '#server/db/system-scope.ts';

/** The most people who are told of a call. */
export const MOST_TOLD = 50;

const agents = (system: SystemScope, clientId: string) =>
  openCore(system)
    .selectFrom('core.users')
    .select(['id', 'agent_number'])
    .where('client_id', '=', clientId)
    .where('is_active', '=', true)
    .where('agent_number', 'is not', null)
    .limit(MOST_TOLD);

/** The active users of a client who have these numbers, by number. */
export async function agentsWith(
  system: SystemScope,
  clientId: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await agents(system, clientId).where('agent_number', 'in', numbers).execute();
  return new Map(rows.map(({ id, agent_number }) => [agent_number ?? '', id]));
}

/** Everybody of a client whom a telephone system can reach. */
export async function allAgents(system: SystemScope, clientId: string): Promise<string[]> {
  return (await agents(system, clientId).execute()).map(({ id }) => id);
}
