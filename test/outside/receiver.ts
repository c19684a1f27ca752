import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { conditions } from '#test/outside/conditions.ts';

type Row = { id: string; name?: string; changed?: string[]; is_deleted?: boolean };
type Told = { id: string; event: string; at: string; client_id: string; data: Row[] };
type Received = { headers: IncomingHttpHeaders; body: string; told: Told };

/** A real webhook receiver on this machine that stores its deliveries. */
export type Receiver = {
  url: string;
  received: Received[];
  /** Waits until the condition holds, checking it with each delivery that arrives. */
  until: (isSo: () => boolean) => Promise<void>;
  /** Sets the response to coming deliveries; 204 by default. */
  answer: (how: (response: ServerResponse, request: IncomingMessage) => void) => void;
  /** Ends every delivery without a response. */
  hangUp: () => void;
  close: () => Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const { look, until } = conditions();
  let respond = (response: ServerResponse, _request: IncomingMessage): void =>
    void response.writeHead(204).end();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      received.push({ headers: request.headers, body, told: JSON.parse(body || '{}') as Told });
      respond(response, request);
      look();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    until,
    answer: (how) => {
      respond = how;
    },
    hangUp: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
