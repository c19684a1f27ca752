import { join, resolve } from 'node:path';
import type { SendMail } from '#server/mail.ts';

/** Environment → settings; a value that is present but empty or unreadable stops the start with one line. */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** Unset: the embedded database. */
  databaseUrl: string | undefined;
  superadmin: { email: string; password: string } | undefined;
  /** Sample data on a fresh embedded database. */
  demo: boolean;
  /** `all`: every admin sees every client. */
  adminScope: 'client' | 'all';
  /** Plain http beyond this machine: the refresh cookie goes without `Secure`. */
  insecureHttp: boolean;
  /**
   * Requests per minute and user are bounded, and a busy process turns them away; benchmarks lift it, and tests that
   * share their process with the server.
   */
  rateLimits: boolean;
  /** Where people reach this installation, without a slash at the end: what links in e-mails begin with. */
  publicUrl: string;
  /** Id or schema of the client whose leads demo requests become; unset: bookings stay in the visitor's browser. */
  demoClient: string | undefined;
  /** Absent where no mail server is configured. */
  sendMail?: SendMail;
  webRoot: string;
  logLevel: string;
};

/** The environment cannot be used; the message names the variable. */
export class InvalidConfig extends Error {
  override name = 'InvalidConfig';
}

const PROJECT = resolve(import.meta.dirname, '..');

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const databaseUrl = text(env, 'DATABASE_URL');
  if (databaseUrl && !/^postgres(?:ql)?:\/\//.test(databaseUrl)) {
    throw new InvalidConfig('DATABASE_URL must look like postgres://user:password@host:5432/database.');
  }
  const email = text(env, 'SUPERADMIN_EMAIL');
  const password = text(env, 'SUPERADMIN_PASSWORD');
  if ((email === undefined) !== (password === undefined)) {
    throw new InvalidConfig('SUPERADMIN_EMAIL and SUPERADMIN_PASSWORD must be set together.');
  }
  return {
    port: port(env),
    host: text(env, 'HOST') ?? 'localhost',
    dataDir: resolve(text(env, 'DATA_DIR') ?? join(PROJECT, 'data')),
    databaseUrl,
    superadmin: email && password ? { email, password } : undefined,
    demo: choice(env, 'DEMO', ['1', '0'], databaseUrl ? '0' : '1') === '1',
    adminScope: choice(env, 'ADMIN_SCOPE', ['client', 'all'], 'client'),
    insecureHttp: choice(env, 'INSECURE_HTTP', ['1', '0'], '0') === '1',
    rateLimits: true,
    publicUrl: publicUrl(env),
    demoClient: text(env, 'DEMO_CLIENT'),
    webRoot: join(PROJECT, 'dist', 'web'),
    logLevel: choice(
      env,
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'info',
    ),
  };
}

function text(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name];
  if (value === undefined) return undefined;
  if (value.trim() === '') throw new InvalidConfig(`${name} is set but empty: give it a value or remove it.`);
  return value.trim();
}

function choice<const T extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const found = allowed.find((one) => one === value);
  if (!found) throw new InvalidConfig(`${name} must be one of ${allowed.join(', ')}.`);
  return found;
}

function publicUrl(env: NodeJS.ProcessEnv): string {
  const value = text(env, 'PUBLIC_URL');
  if (value === undefined) return `http://localhost:${port(env)}`;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new InvalidConfig('PUBLIC_URL must look like https://lms.example.com.');
  return url.origin;
}

function port(env: NodeJS.ProcessEnv): number {
  const value = text(env, 'PORT') ?? '3000';
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new InvalidConfig('PORT must be a number from 0 to 65535.');
  return Number(value);
}
