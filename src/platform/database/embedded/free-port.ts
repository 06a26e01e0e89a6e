import { once } from 'node:events';
import { createServer } from 'node:net';

/** `preferred` when it is free, otherwise a port that the system chooses. Loopback only. */
export async function freePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && (await tryPort(preferred).catch(() => undefined))) return preferred;
  return tryPort(0);
}

async function tryPort(port: number): Promise<number> {
  const server = createServer().listen({ host: '127.0.0.1', port, exclusive: true });
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1');
  return address.port;
}
