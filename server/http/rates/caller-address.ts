import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The key by which every per-address limit counts a request: the IPv4 address, or the /64 network of an IPv6
 * address, since one caller has all the addresses of such a network. The audit log stores `request.ip`, the
 * whole address.
 */
export function callerAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const address = ip.split('%', 1)[0] ?? ip;
  if (!isIPv6(address)) return ip;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] {
  // The URL parser returns the canonical shortest form, in which an embedded IPv4 address becomes hexadecimal
  // too.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = numbersOf(head);
  const after = numbersOf(tail);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}

const numbersOf = (part: string) =>
  part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
