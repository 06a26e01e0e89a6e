import { once } from 'node:events';
import { connect } from 'node:net';
import { checkRawError } from './responses/error-check';

export interface RawAnswer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
  body: string;
  /** Whether the server ended the connection after it. */
  isClosed: boolean;
}

/**
 * Sends bytes as they are, for requests that no HTTP client would send. Resolves with the one response to them; when
 * that says that the connection ends, not before it has.
 */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  // A reset is how some of these connections end; what arrived before it counts.
  socket.on('error', () => undefined);
  let received = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (isWhole(received)) resolve();
    });
  });
  socket.write(bytes);
  await Promise.race([answered, ended]);
  const answer = parse(received);
  checkRawError(answer.status, answer.body);
  const isClosed = answer.headers['connection'] === 'close';
  if (isClosed) await ended;
  socket.destroy();
  return { ...answer, isClosed };
}

function isWhole(text: string): boolean {
  const { headers, body } = parse(text);
  return headers['content-length'] !== undefined && body.length >= Number(headers['content-length']);
}

function parse(text: string): Omit<RawAnswer, 'isClosed'> {
  const split = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = (split === -1 ? '' : text.slice(0, split)).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers,
    body: split === -1 ? '' : text.slice(split + 4),
  };
}
