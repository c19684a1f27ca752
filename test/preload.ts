import fc from 'fast-check';
import { unchecked } from '#shared/protocol/unchecked.ts';

/** Every run draws the same random cases, so that a failure can be reproduced; `FC_SEED=…` draws others. */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20261121) });

/**
 * A process reports its tests through a pipe and is then ended (`--test-force-exit`). Without waiting for the
 * pipe, Node loses its last reports, and with them the names of failed tests (nodejs/node#64833).
 */
const { _handle } = unchecked<{ _handle?: { setBlocking?: (isBlocking: boolean) => void } }>(process.stdout);
_handle?.setBlocking?.(true);

if (process.env['TEST_DELAYS']) await import('#test/servers/late-connections.ts');
