import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * The key by which every per-address limit counts a request: the IPv4 address, or the /64 network of an IPv6
 * address, since one caller has all the addresses of such a network. The audit log stores `request.ip`, the
 * whole address.
 */
export function callerAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const address = ip.split('%', 1)[0] ?? ip;
  if (!isIPv6(address)) return ip;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
