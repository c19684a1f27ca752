import fc from 'fast-check';

/** Every run draws the same random cases, so that a failure can be reproduced; `FC_SEED=…` draws others. */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20261121) });
