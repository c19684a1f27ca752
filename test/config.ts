import { readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';

/** The settings of an environment with only these; the data folder is the test's, never the project's. */
export const configOf = (dataDir: string, settings: Readonly<Record<string, string>> = {}): Config =>
  readConfig({ DATA_DIR: dataDir, ...settings });
