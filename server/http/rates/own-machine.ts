import type { FastifyRequest } from 'fastify';

/**
 * Whether a program on this machine is calling. A proxy on this machine forwards everybody's calls from here,
 * but names the caller's address or host in them.
 */
export function isOfThisMachine({ socket, headers, hostname }: FastifyRequest): boolean {
  const isNear = /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => name in headers);
  return isNear && !isForwarded && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
