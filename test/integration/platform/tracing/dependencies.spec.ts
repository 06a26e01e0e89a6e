import { Readable } from 'node:stream';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RateCounters } from '../../../../src/platform/cache/rate-counters';
import { Log } from '../../../../src/platform/logging/log';
import { S3Bucket } from '../../../../src/platform/storage/s3/s3-bucket';
import { S3Files } from '../../../../src/platform/storage/s3/s3-files';
import { startTracing, type Tracing } from '../../../../src/platform/tracing/start-tracing';
import { inRootSpan } from '../../../../src/platform/tracing/tracing';
import { locationOf } from '../../../support/file-stores';
import { OtlpReceiver } from '../../../support/otlp-receiver';
import { S3Server } from '../../../support/s3-server';
import { tracesTo } from '../../../support/traced-app';

const silent = new Log(undefined, 'silent');

let receiver: OtlpReceiver;
let tracing: Tracing;
beforeEach(async () => {
  receiver = await OtlpReceiver.start();
  tracing = startTracing(tracesTo(receiver.url), silent);
});
afterEach(async () => {
  await tracing.stop();
  await receiver.close();
});

it('calls of a bucket have a span with the operation, without the name of the file', async () => {
  const server = await S3Server.start();
  const files = new S3Files(new S3Bucket(locationOf(server.url())));
  const content = Readable.from([Buffer.alloc(10)]);
  const { key } = await inRootSpan('upload', {}, () => files.put(content, { maxBytes: 10 }));
  await tracing.flush();
  expect(receiver.named('S3/PutObject')).toMatchObject([
    {
      kind: 3,
      parentSpanId: receiver.named('upload')[0]!.spanId,
      attributes: { 'rpc.system.name': 'aws-api', 'rpc.method': 'S3/PutObject' },
      isFailed: false,
    },
  ]);
  expect(JSON.stringify(receiver.spans)).not.toContain(key);
  await server.close();
});

it('counts in Redis have a span, which fails with Redis, without the key of the caller', async () => {
  const away = { status: 'reconnecting', defineCommand: () => undefined } as unknown as Redis;
  const counters = new RateCounters(away, silent);
  await inRootSpan('call', {}, () => counters.take('unmistakable', 3));
  await tracing.flush();
  expect(receiver.named('rate limits')).toMatchObject([
    { kind: 3, attributes: { 'db.system.name': 'redis' }, isFailed: true },
  ]);
  expect(JSON.stringify(receiver.spans)).not.toContain('unmistakable');
});
