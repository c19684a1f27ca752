import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses that deliveries may connect to. */
export type Reach = {
  protocols: readonly string[];
  ports: readonly string[] | 'any';
  mayReach: (address: string) => boolean;
};

/** A cloud provider's internal address, which lies in a public range. */
const CLOUD_ADDRESSES = ['168.63.129.16'];
/** Names of hosts in this machine's network. */
const INTERNAL_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|localdomain)\.?$/i;

/**
 * The IPv6 range allocated to networks; the library also treats unassigned addresses as unicast, including
 * old IPv4 forms.
 */
const GIVEN_OUT = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address is on the public internet: every special-purpose range is refused. @internal */
export function isPublic(address: string): boolean {
  // `::8.8.8.8` is the deprecated IPv4 form, which the library treats as a mapped address.
  if (!ipaddr.isValid(address) || /^::\d+\./.test(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv6' && !parsed.match(GIVEN_OUT)) return false;
  return parsed.range() === 'unicast' && !CLOUD_ADDRESSES.includes(parsed.toString());
}

/**
 * The reach of deliveries everywhere except in tests: HTTPS on the public internet, on its default port or
 * 8443.
 */
export const PUBLIC_INTERNET: Reach = {
  protocols: ['https:'],
  ports: ['', '443', '8443'],
  mayReach: isPublic,
};

/** For addresses set by the installation's operator, and in tests. */
export const ANYWHERE: Reach = { protocols: ['http:', 'https:'], ports: 'any', mayReach: () => true };

/** The host of a URL in the form sockets take: an IPv6 address without brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Whether a URL is internal by its text; a name may still resolve to an internal address. */
export function leadsInside(url: URL, { protocols, ports, mayReach }: Reach): boolean {
  const host = hostOf(url);
  if (!protocols.includes(url.protocol) || (ports !== 'any' && !ports.includes(url.port))) return true;
  if (isIP(host)) return !mayReach(host);
  // A single-label name belongs to the local network.
  return ports !== 'any' && (INTERNAL_NAMES.test(host) || !host.replace(/\.$/, '').includes('.'));
}
