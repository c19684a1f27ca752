import { isIP } from 'node:net';
import * as z from 'zod/mini';

/** An environment setting; `T` is the type of its value in the program. */
export type Setting<T = unknown> = {
  /** Parses the environment variable, trimmed. */
  schema: z.ZodMiniType<T, string>;
  /** The allowed values, completing "must be". */
  allowed: string;
  /** The value when the variable is not set, described or literal. */
  standard: string;
  /** The effect of the setting, for the documentation. */
  says: string;
  /** README lists the setting; docs/operations.md lists all. */
  isBasic?: true;
  /** The value is a secret: no message repeats it. */
  isSecret?: true;
};

type Kind<T> = Pick<Setting<T>, 'schema' | 'allowed'>;

/** Preserves the precise type of a setting. */
export function setting<T>(kind: Kind<T>, rest: Omit<Setting<T>, keyof Kind<T>>): Setting<T> {
  return { ...kind, ...rest };
}

/** An integer within bounds, counted in `unit` ("days") if there is one. */
export function whole(least: number, most: number, unit?: string): Kind<number> {
  const digits = z.string().check(z.regex(/^\d{1,9}$/));
  const number = z.pipe(digits, z.transform(Number));
  return {
    schema: z.pipe(number, z.number().check(z.gte(least), z.lte(most))),
    allowed: `${unit ? `a whole number of ${unit}` : 'a whole number'} from ${least} to ${most}`,
  };
}

/** A whole number within bounds, or a word. */
export function wholeOr<const T extends string>(word: T, least: number, most: number): Kind<number | T> {
  const [number, other] = [whole(least, most), oneOf(word)];
  return {
    schema: z.union([other.schema, number.schema]),
    allowed: `${number.allowed}, or ${word}`,
  };
}

export function oneOf<const T extends string>(...choices: T[]): Kind<T> {
  const schema = z.string().check(z.refine((value) => choices.some((choice) => choice === value)));
  return {
    schema: z.pipe(
      schema,
      z.transform((value) => value as T),
    ),
    allowed: `one of ${choices.join(', ')}`,
  };
}

/** `1` or `0`. */
export function flag(): Kind<boolean> {
  const { schema, allowed } = oneOf('1', '0');
  return {
    schema: z.pipe(
      schema,
      z.transform((value) => value === '1'),
    ),
    allowed,
  };
}

/** A text that must match the pattern, if there is one. */
export function text(allowed: string, pattern = /./s): Kind<string> {
  return { schema: z.string().check(z.regex(pattern)), allowed };
}

/** An origin like https://lms.example.com, and nothing more. */
export function origin(): Kind<string> {
  return {
    schema: z.pipe(
      z.string().check(z.refine((value) => originIn(value) !== undefined)),
      z.transform((value) => originIn(value) ?? ''),
    ),
    allowed: 'an address without a path, for example https://lms.example.com',
  };
}

export function origins(): Kind<string[]> {
  const parts = (value: string) => value.split(',').map((part) => originIn(part.trim()));
  return {
    schema: z.pipe(
      z.string().check(z.refine((value) => !parts(value).includes(undefined))),
      z.transform((value) => parts(value).filter((part) => part !== undefined)),
    ),
    allowed: 'origins separated by commas, for example https://api.example.com,https://lms.example.com',
  };
}

/** Addresses and networks of proxies separated by commas, or the number of proxies in a row. */
export function proxies(): Kind<string[] | number> {
  const parts = (value: string) => value.split(',').map((part) => part.trim());
  const isNumber = (value: string) => /^[1-9]$/.test(value);
  return {
    schema: z.pipe(
      z.string().check(z.refine((value) => isNumber(value) || parts(value).every(isNetwork))),
      z.transform((value) => (isNumber(value) ? Number(value) : parts(value))),
    ),
    allowed:
      'addresses or networks of proxies (for example 127.0.0.1,10.0.0.0/8), or the number of proxies in a row (1 to 9)',
  };
}

function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  // A /0 network would let every caller choose the address they are counted by.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** The origin in a text; undefined for anything else, or more. */
function originIn(value: string): string | undefined {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    return undefined;
  return url.username || url.password ? undefined : url.origin;
}
