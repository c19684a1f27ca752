import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A telephone system: it notes the requests that ring, and has a recording. */
export type TelephoneSystem = {
  url: string;
  rings: { agent: string; lead: string }[];
  /** Refuses the next requests with this sentence; undefined to take them. */
  refuse: (sentence: string | undefined) => void;
  close: () => Promise<void>;
};

export async function startTelephoneSystem(): Promise<TelephoneSystem> {
  let refusal: string | undefined;
  const rings: TelephoneSystem['rings'] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (refusal) return response.writeHead(402).end(JSON.stringify({ message: refusal }));
      if (request.url === '/recording')
        return response.writeHead(200, { 'content-type': 'audio/wav' }).end(SILENCE);
      rings.push(JSON.parse(Buffer.concat(parts).toString()) as { agent: string; lead: string });
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rings,
    refuse: (sentence) => (refusal = sentence),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A WAV file of a quarter of a second. */
const SILENCE = (() => {
  const samples = Buffer.alloc(2000, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
})();
