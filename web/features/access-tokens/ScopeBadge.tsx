import type { AccessToken } from '#shared/accounts/access-tokens.ts';
import { Badge } from '#web/ui/Badge.tsx';

const WORDS = { read: 'Reads', write: 'Reads and writes' };

/** The scope of a token, in words. */
export function ScopeBadge({ scope }: Pick<AccessToken, 'scope'>) {
  return <Badge tone={scope === 'read' ? 'neutral' : 'blue'}>{WORDS[scope]}</Badge>;
}
