import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Log } from '../../../../src/platform/logging/log';
import { startTracing, type Tracing } from '../../../../src/platform/tracing/start-tracing';
import { currentTraceparent, inRootSpan, inSpan, isTraced } from '../../../../src/platform/tracing/tracing';
import { OtlpReceiver } from '../../../support/otlp-receiver';
import { RawReceiver } from '../../../support/raw-receiver';
import { tracesTo } from '../../../support/traced-app';

describe('tracing', () => {
  let receiver: OtlpReceiver;
  let tracing: Tracing | null = null;
  const lines: { msg: string; trace_id?: string; span_id?: string }[] = [];
  const log = new Log({ write: (line: string) => lines.push(JSON.parse(line) as never) } as never);

  beforeEach(async () => {
    lines.length = 0;
    receiver = await OtlpReceiver.start();
  });
  afterEach(async () => {
    await tracing?.stop();
    tracing = null;
    await receiver.close();
  });

  const start = (env: Record<string, string> = {}, url = receiver.url) =>
    (tracing = startTracing(tracesTo(url, env), log));
  const traced = () => inRootSpan('outer', {}, () => inSpan('inner', {}, async () => isTraced()));

  it('does nothing before its start and after its end', async () => {
    expect(await traced()).toBe(false);
    await start().stop();
    expect(await traced()).toBe(false);
    expect(receiver.spans).toEqual([]);
  });

  it('sends spans with the given headers', async () => {
    start({ OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=k%3D1', OTEL_SERVICE_NAME: 'mine' });
    expect(await traced()).toBe(true);
    await tracing!.flush();
    const [outer] = receiver.named('outer');
    expect(receiver.named('inner')).toMatchObject([{ traceId: outer!.traceId, parentSpanId: outer!.spanId }]);
    expect(outer!.resource['service.name']).toBe('mine');
    expect(receiver.requests).toMatchObject([{ path: '/v1/traces', headers: { 'x-api-key': 'k=1' } }]);
  });

  it('sends the last spans at its end', async () => {
    start();
    await traced();
    await tracing!.stop();
    expect(receiver.spans.map(({ name }) => name).toSorted()).toEqual(['inner', 'outer']);
  });

  it.each<[string, string, boolean]>([
    ['always_on', '1', true],
    ['always_off', '1', false],
    ['traceidratio', '1', true],
    ['traceidratio', '0', false],
    ['parentbased_always_on', '1', true],
    ['parentbased_always_off', '1', false],
    ['parentbased_traceidratio', '1', true],
    ['parentbased_traceidratio', '0', false],
  ])('samples with %s of %s: %s', async (sampler, argument, isSampled) => {
    start({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument });
    expect(await traced()).toBe(isSampled);
    await inRootSpan('outer', {}, async () => {
      expect(currentTraceparent() !== undefined).toBe(isSampled);
      // The log names traces that are not recorded as well.
      log.info('line');
    });
    expect(lines).toMatchObject([{ msg: 'line', trace_id: expect.stringMatching(/^[\da-f]{32}$/) }]);
    await tracing!.flush();
    expect(receiver.spans.length > 0).toBe(isSampled);
  });

  it('marks a span as failed with the code of its error, and never with its message', async () => {
    start();
    const error = Object.assign(new Error('s3cret'), { code: 'ECONNREFUSED' });
    await expect(inRootSpan('a', {}, () => Promise.reject(error))).rejects.toBe(error);
    await expect(inRootSpan('b', {}, () => Promise.reject(new TypeError('s3cret')))).rejects.toThrow(
      's3cret',
    );
    await tracing!.flush();
    const failed = (type: string) => ({ isFailed: true, attributes: { 'error.type': type } });
    expect(receiver.named('a')).toMatchObject([failed('ECONNREFUSED')]);
    expect(receiver.named('b')).toMatchObject([failed('TypeError')]);
    expect(receiver.requests.map(({ body }) => body.toString()).join()).not.toContain('s3cret');
  });

  it('reports once that its receiver fails, and that it works again', async () => {
    start();
    receiver.status = 400;
    for (let count = 0; count < 2; count += 1) {
      await traced();
      await tracing!.flush().catch(() => undefined);
    }
    receiver.status = 200;
    await traced();
    await tracing!.flush();
    expect(lines.map(({ msg }) => msg)).toEqual([
      'traces cannot be exported, and are lost',
      'traces are exported again',
    ]);
  });

  it('ends within its limit while the receiver accepts connections and never responds', async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const silent = await RawReceiver.start({ 'v1/traces': () => arrived() });
    try {
      const frozen = start({}, `http://127.0.0.1:${silent.port}`);
      await traced();
      const ending = frozen.stop().then(() => 'ended');
      await arrival;
      // Far longer than the two seconds of the flush, and shorter than the 30 of the library.
      const timeout = new AbortController();
      const late = once(AbortSignal.timeout(20_000), 'abort', { signal: timeout.signal }).then(() => 'late');
      late.catch(() => undefined);
      expect(await Promise.race([ending, late])).toBe('ended');
      timeout.abort();
    } finally {
      silent.close();
    }
  });
});
