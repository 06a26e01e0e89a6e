import { once } from 'node:events';
import { connect } from 'node:net';

/** The URL of a Redis for tests: REDIS_URL, or the usual port when a server responds there; null without one. */
export async function findRedis(): Promise<string | null> {
  const given = process.env['REDIS_URL'];
  if (given) return given;
  const socket = connect({ host: '127.0.0.1', port: 6379, timeout: 500 });
  socket.on('timeout', () => socket.destroy(new Error('timeout')));
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().startsWith('+PONG') ? 'redis://127.0.0.1:6379' : null;
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}
