import type { Endpoint } from '#shared/protocol/endpoint.ts';

const midnight = (day: string) => new Date(`${day}T00:00:00Z`);

/**
 * The headers by which the programs that make a call learn that it will be removed: since when it is
 * deprecated (RFC 9745), when it may stop working (RFC 8594), and where to read on.
 */
export function deprecationHeaders({ deprecated }: Endpoint): Readonly<Record<string, string>> {
  if (!deprecated) return {};
  return {
    deprecation: `@${midnight(deprecated.since).getTime() / 1000}`,
    sunset: midnight(deprecated.until).toUTCString(),
    link: '</api/docs>; rel="deprecation"; type="text/html"',
  };
}
