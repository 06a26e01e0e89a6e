import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { type CompletedRequest, type LogDetails, Log } from '../../../../src/platform/logging/log';
import type { LogLevel } from '../../../../src/platform/config/monitoring/log.config';

const TOKEN = `svc_pat_${'a1B2'.repeat(12)}`;

const REQUEST: CompletedRequest = {
  requestId: 'r1',
  method: 'GET',
  path: '/api/health',
  status: 200,
  durationMs: 1.5,
  ip: '192.0.2.1',
};

function written(act: (log: Log) => void, level?: LogLevel): string[] {
  const lines: string[] = [];
  act(new Log({ write: (line: string) => lines.push(line) } as never, level));
  return lines;
}

const lineOf = (message: string, details: LogDetails) => written((log) => log.error(message, details))[0]!;

describe('Log', () => {
  it('writes one JSON object per line', () => {
    const lines = written((log) => {
      log.info('plain');
      log.warn('with\nlines', { requestId: 'r1', count: 2 });
      log.request(REQUEST);
    });
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { level: 'info', time: expect.stringMatching(/Z$/), msg: 'plain' },
      { level: 'warn', time: expect.any(String), msg: 'with\nlines', requestId: 'r1', count: 2 },
      { level: 'info', time: expect.stringMatching(/Z$/), msg: 'request', ...REQUEST },
    ]);
    expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  });

  it('writes a request as one line, whatever its path and address contain', () => {
    const request = { ...REQUEST, path: '/a"b\\c\u2028\nd', ip: '"x\n' };
    const lines = written((log) => log.request(request));
    expect(lines[0]!.indexOf('\n')).toBe(lines[0]!.length - 1);
    expect(JSON.parse(lines[0]!)).toMatchObject(request);
  });

  it.each<[LogLevel | undefined, string[]]>([
    [undefined, ['info', 'request', 'warn', 'error']],
    ['info', ['info', 'request', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
    ['silent', []],
  ])('at the level %s', (level, expected) => {
    const lines = written((log) => {
      log.info('info');
      log.request(REQUEST);
      log.warn('warn');
      log.error('error');
    }, level);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(expected);
  });

  it.each([
    'password',
    'token',
    'secret',
    'authorization',
    'cookie',
    'code',
    'recoveryCodes',
    'clientSecret',
  ])('prints nothing under the name %s', (name) => {
    for (const details of [
      { [name]: 's3cret' },
      { a: { [name]: 's3cret' } },
      { a: { b: { [name]: 's3cret' } } },
    ])
      expect(lineOf('m', details)).not.toContain('s3cret');
  });

  it('prints no token, at any place', () => {
    const line = lineOf(`refused ${TOKEN}`, {
      any: { thing: [`x ${TOKEN} y`] },
      error: new Error(`bad ${TOKEN}`),
    });
    expect(line).not.toContain(TOKEN.slice(8));
    expect(JSON.parse(line)).toMatchObject({ msg: 'refused [redacted]', any: { thing: ['x [redacted] y'] } });
    const [request] = written((log) => log.request({ ...REQUEST, path: `/api/trpc/${TOKEN}`, status: 404 }));
    expect(JSON.parse(request!)).toMatchObject({ path: '/api/trpc/[redacted]', status: 404 });
  });

  it('reports the error of a failed statement without its parameters and rows', () => {
    const driverError = Object.assign(new DatabaseError('duplicate key value', 1, 'error'), {
      code: '23505',
      detail: 'Key (email)=(ada@example.com) already exists.',
      constraint: 'users_email_key',
      where: 'row $argon2id$hash',
    });
    const failed = new QueryFailedError(
      'insert into users values ($1, $2)',
      ['ada@example.com', '$argon2id$hash'],
      driverError,
    );
    const line = lineOf('procedure failed', { error: new Error('outer', { cause: failed }) });
    for (const secret of ['ada@example.com', 'argon2id']) expect(line).not.toContain(secret);
    expect(JSON.parse(line)).toMatchObject({
      error: {
        type: 'Error',
        message: 'outer',
        stack: expect.stringContaining('log.spec'),
        cause: { message: 'duplicate key value', errorCode: '23505', constraint: 'users_email_key' },
      },
    });
  });

  it.each([['text'], [null], [5], [{ odd: true }]])('accepts %j as an error, too', (error) => {
    expect(JSON.parse(lineOf('m', { error }))).toMatchObject({ msg: 'm', error: { message: String(error) } });
  });

  it('follows a chain of causes to a limited depth', () => {
    const error = new Error('own');
    error.cause = error;
    expect(lineOf('m', { error }).match(/"message":"own"/g)).toHaveLength(5);
  });
});

describe('draining the log', () => {
  const isSettled = async (promise: Promise<unknown>) =>
    (await Promise.race([promise, Promise.resolve('pending')])) !== 'pending';

  it('lasts until the destination has written everything', async () => {
    let end = () => {};
    const flush = (done: () => void) => {
      end = done;
    };
    const drained = new Log({ write: () => {}, flush }).drain();
    expect(await isSettled(drained)).toBe(false);
    end();
    await drained;
  });

  it('ends after a second when nothing reads the log', async () => {
    await new Log({ write: () => {}, flush: () => {} }).drain();
  });
});
