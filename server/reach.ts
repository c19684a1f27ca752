import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses with which deliveries may connect. */
export type Reach = {
  protocols: readonly string[];
  ports: readonly string[] | 'any';
  mayReach: (address: string) => boolean;
};

/** A cloud's own address for its machines, which stands in a public range. */
const CLOUD_ADDRESSES = ['168.63.129.16'];
/** Names that lead into the network of this machine. */
const INTERNAL_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|localdomain)\.?$/i;

/** The addresses of IPv6 that are given out to networks; the library takes all those without another purpose for such, old forms of IPv4 among them. */
const GIVEN_OUT = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public internet: every range with another purpose is refused.
 * @internal
 */
export function isPublic(address: string): boolean {
  // `::8.8.8.8`, the deprecated form of IPv4 that the library takes for a mapped one.
  if (!ipaddr.isValid(address) || /^::\d+\./.test(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv6' && !parsed.match(GIVEN_OUT)) return false;
  return parsed.range() === 'unicast' && !CLOUD_ADDRESSES.includes(parsed.toString());
}

/** The reach of deliveries everywhere but in tests: https on two ports of the public internet. */
export const PUBLIC_INTERNET: Reach = {
  protocols: ['https:'],
  ports: ['', '443', '8443'],
  mayReach: isPublic,
};

/** Addresses that the operator of this installation has set, and those of tests. */
export const ANYWHERE: Reach = { protocols: ['http:', 'https:'], ports: 'any', mayReach: () => true };

/** The host of an address as sockets take it: an IPv6 address without brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Whether the text of an address alone says that it leads inside; a name may still resolve to an internal address. */
export function leadsInside(url: URL, { protocols, ports, mayReach }: Reach): boolean {
  const host = hostOf(url);
  if (!protocols.includes(url.protocol) || (ports !== 'any' && !ports.includes(url.port))) return true;
  if (isIP(host)) return !mayReach(host);
  // A name of one label is one of the own network.
  return ports !== 'any' && (INTERNAL_NAMES.test(host) || !host.replace(/\.$/, '').includes('.'));
}
