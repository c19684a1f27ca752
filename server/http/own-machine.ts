import type { FastifyRequest } from 'fastify';

/**
 * Whether a program of this machine calls. A proxy on this machine calls from here for everybody: its calls name the address or the host of
 * the caller.
 */
export function isOfThisMachine({ socket, headers, hostname }: FastifyRequest): boolean {
  const isNear = /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => name in headers);
  return isNear && !isForwarded && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
