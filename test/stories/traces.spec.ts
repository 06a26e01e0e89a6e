import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Installation } from '../support/installation';
import { OtlpReceiver } from '../support/otlp-receiver';
import { RawReceiver } from '../support/raw-receiver';

describe('a process that sends traces', () => {
  let installation: Installation;
  beforeEach(() => {
    installation = new Installation();
  });
  afterEach(() => installation.discard());

  it('sends them as protobuf, the last ones when it stops', async () => {
    const receiver = await OtlpReceiver.start();
    const service = await installation
      .start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SERVICE_NAME: 'story-service' })
      .ready();
    expect((await service.fetch('/api/trpc/auth.me')).status).toBe(401);
    // Spans are sent every five seconds.
    service.signal('SIGTERM');
    expect(await service.over()).toBe(0);
    const [{ path, headers } = { path: '', headers: {} }] = receiver.requests;
    expect([path, headers['content-type']]).toEqual(['/v1/traces', 'application/x-protobuf']);
    const sent = receiver.requests.map(({ body }) => body.toString('latin1')).join('');
    for (const text of [
      'story-service',
      'GET /api/trpc/*',
      'auth.me',
      'rpc.response.status_code',
      'UNAUTHORIZED',
    ])
      expect(sent).toContain(text);
    await receiver.close();
  });

  it('serves calls and stops while their receiver never responds', async () => {
    const silent = await RawReceiver.start({});
    const service = await installation
      .start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${silent.port}` })
      .ready();
    for (let count = 0; count < 50; count += 1)
      expect((await service.fetch('/api/trpc/auth.me')).status).toBe(401);
    service.signal('SIGTERM');
    // The status 1 means that it did not stop in time.
    expect(await service.over()).toBe(0);
    silent.close();
  });

  it('serves calls while there is no receiver, and reports it', async () => {
    const gone = await OtlpReceiver.start();
    await gone.close();
    const service = await installation
      .start({ OTEL_EXPORTER_OTLP_ENDPOINT: gone.url, OTEL_EXPORTER_OTLP_TIMEOUT: '1000' })
      .ready();
    expect((await service.fetch('/api/trpc/auth.me')).status).toBe(401);
    await vi.waitFor(() =>
      expect(service.stdout).toContain('"msg":"traces cannot be exported, and are lost"'),
    );
    expect((await service.fetch('/api/trpc/auth.me')).status).toBe(401);
    service.signal('SIGTERM');
    expect(await service.over()).toBe(0);
  });

  it('does not start with a value that it cannot use', async () => {
    const service = installation.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    });
    expect(await service.over()).toBe(1);
    expect(service.complaints).toEqual([
      'Trestle cannot start: OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json',
    ]);
  });
});
