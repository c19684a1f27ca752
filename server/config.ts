import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { RATES } from '#server/http/rate-limits.ts';
import type { Rates } from '#server/http/rate-limits.ts';
import type { MailConfig, SendMail } from '#server/mail.ts';

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
  /** True for plain http beyond this machine: the refresh cookie goes without `Secure`. */
  insecureHttp: boolean;
  /**
   * Requests per minute are bounded, and a busy process turns them away; undefined in benchmarks and in tests that share
   * their process with the server.
   */
  rates: Rates | undefined;
  /**
   * Milliseconds within which the head of a request, and all of it, must arrive (an upload over a slow mobile line takes
   * its time), and after which a connection is closed on which nothing moves.
   */
  arrival: { head: number; whole: number; silent: number };
  /** Milliseconds within which the reader of a long answer must take something, and within which it must be read. */
  readers: { stalled: number; longest: number };
  /**
   * Whose `X-Forwarded-For` is believed: proxies by address or network, or so many of them in a row. False: nobody's, the
   * caller is who has connected.
   */
  trustProxy: string[] | number | false;
  /** The address of this installation, with which links in e-mails begin; without a slash at the end. */
  publicUrl: string;
  /** Origins besides the page's own to which the address override in a browser's storage may lead. */
  apiOrigins: string[];
  /** Id or schema of the client whose leads demo requests become; unset: bookings stay in the visitor's browser. */
  demoClient: string | undefined;
  /**
   * Requests are measured: `token` lets a bearer read the figures from anywhere (unset: this machine alone), and statements
   * are logged that take longer than `slowStatement` milliseconds. Undefined in benchmarks alone.
   */
  metrics: { token: string | undefined; slowStatement: number } | undefined;
  /** Unset: no mail is sent, and the page says so. */
  mail: MailConfig | undefined;
  /** Hands e-mails to the mail server; absent where none is configured. */
  sendMail?: SendMail;
  webRoot: string;
  logLevel: string;
};

/** Thrown for an environment that cannot be used; the message names the variable. */
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
    port: port(env, 'PORT', '3000'),
    host: text(env, 'HOST') ?? 'localhost',
    dataDir: resolve(text(env, 'DATA_DIR') ?? join(PROJECT, 'data')),
    databaseUrl,
    superadmin: email && password ? { email, password } : undefined,
    demo: choice(env, 'DEMO', ['1', '0'], databaseUrl ? '0' : '1') === '1',
    adminScope: choice(env, 'ADMIN_SCOPE', ['client', 'all'], 'client'),
    insecureHttp: choice(env, 'INSECURE_HTTP', ['1', '0'], '0') === '1',
    rates: RATES,
    arrival: { head: 20_000, whole: 120_000, silent: 300_000 },
    readers: { stalled: 30_000, longest: 20 * 60_000 },
    trustProxy: trustProxy(env),
    mail: mail(env),
    publicUrl: publicUrl(env),
    apiOrigins: apiOrigins(env),
    demoClient: text(env, 'DEMO_CLIENT'),
    metrics: { token: text(env, 'METRICS_TOKEN'), slowStatement: 1000 },
    webRoot: join(PROJECT, 'dist', 'web'),
    logLevel: choice(
      env,
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'info',
    ),
  };
}

function mail(env: NodeJS.ProcessEnv): MailConfig | undefined {
  const host = text(env, 'SMTP_HOST');
  const from = text(env, 'SMTP_FROM');
  if ((host === undefined) !== (from === undefined))
    throw new InvalidConfig('SMTP_HOST and SMTP_FROM must be set together.');
  const user = text(env, 'SMTP_USER');
  const password = text(env, 'SMTP_PASSWORD');
  if ((user === undefined) !== (password === undefined))
    throw new InvalidConfig('SMTP_USER and SMTP_PASSWORD must be set together.');
  if (!host || !from) return undefined;
  const number = port(env, 'SMTP_PORT', '587');
  return {
    host,
    from,
    port: number,
    tls: choice(env, 'SMTP_TLS', ['implicit', 'required', 'none'], number === 465 ? 'implicit' : 'required'),
    login: user && password ? { user, password } : undefined,
  };
}

/** Addresses and networks of proxies behind commas, or how many proxies stand in a row. */
function trustProxy(env: NodeJS.ProcessEnv): string[] | number | false {
  const value = text(env, 'TRUST_PROXY');
  if (value === undefined) return false;
  if (/^[1-9]$/.test(value)) return Number(value);
  const proxies = value.split(',').map((proxy) => proxy.trim());
  if (!proxies.every(isNetwork))
    throw new InvalidConfig(
      'TRUST_PROXY must be addresses or networks of proxies such as 127.0.0.1,10.0.0.0/8, or how many proxies stand in a row (1 to 9).',
    );
  return proxies;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  // A network of everybody would let everybody choose the address they are counted by.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function publicUrl(env: NodeJS.ProcessEnv): string {
  const value = text(env, 'PUBLIC_URL');
  if (value === undefined) return `http://localhost:${port(env, 'PORT', '3000')}`;
  const origin = originIn(value);
  if (!origin) throw new InvalidConfig('PUBLIC_URL must look like https://lms.example.com.');
  return origin;
}

function apiOrigins(env: NodeJS.ProcessEnv): string[] {
  return (text(env, 'API_ORIGINS')?.split(',') ?? []).map((part) => {
    const origin = originIn(part.trim());
    if (!origin)
      throw new InvalidConfig(
        'API_ORIGINS must be origins behind commas, such as https://api.example.com,https://lms.example.com.',
      );
    return origin;
  });
}

/** The origin that a text names; undefined for anything else, or more. */
function originIn(value: string): string | undefined {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    return undefined;
  return url.username || url.password ? undefined : url.origin;
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

function port(env: NodeJS.ProcessEnv, name: string, fallback: string): number {
  const value = text(env, name) ?? fallback;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new InvalidConfig(`${name} must be a number from 0 to 65535.`);
  return Number(value);
}
