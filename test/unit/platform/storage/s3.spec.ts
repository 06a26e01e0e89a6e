import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asAppError } from '../../../../src/http/errors/error-shape';
import { StoredFileMissing } from '../../../../src/platform/storage/file-storage';
import { S3Bucket } from '../../../../src/platform/storage/s3/s3-bucket';
import { S3Files } from '../../../../src/platform/storage/s3/s3-files';
import { newStorageKey } from '../../../../src/platform/storage/storage-key';
import { locationOf } from '../../../support/file-stores';
import { type Fault, S3Server } from '../../../support/s3-server';

const MIB = 2 ** 20;
const BUSY: Fault = { status: 503, code: 'SlowDown' };
const DENIED: Fault = { status: 403, code: 'AccessDenied' };

describe('files in a bucket', () => {
  let server: S3Server;
  let files: S3Files;
  const open = (url = server.url()) => new S3Files(new S3Bucket(locationOf(url)));
  beforeEach(async () => {
    server = await S3Server.start();
    files = open();
  });
  afterEach(() => server.close());

  const put = (length: number, to = files) =>
    to.put(Readable.from([Buffer.alloc(length)]), { maxBytes: 20 * MIB });
  const isEmpty = () => server.objects.size === 0 && server.uploads.size === 0;

  it('have the names that they have in a directory, below the prefix', async () => {
    const { key } = await put(1, open(server.url({ prefix: 'of/trestle' })));
    expect([...server.objects.keys()]).toEqual([`of/trestle/${key.slice(0, 2)}/${key}`]);
  });

  it('are sent in one request up to 5 MiB, then in parts of 5 MiB', async () => {
    const { key } = await put(5 * MIB);
    const name = `${key.slice(0, 2)}/${key}`;
    expect(server.calls).toEqual([`PUT ${name}?x-id`]);
    const large = await put(12 * MIB);
    expect(server.calls.slice(1).map((call) => call.replace(/ \S+?(?=\?)/, ''))).toEqual([
      'POST?uploads',
      'PUT?partNumber?uploadId?x-id',
      'PUT?partNumber?uploadId?x-id',
      'PUT?partNumber?uploadId?x-id',
      'POST?uploadId',
    ]);
    expect(await buffer(await files.get(large.key))).toHaveLength(12 * MIB);
  });

  it('are sent without the checksums and the waiting that other servers do not support', async () => {
    await put(6 * MIB);
    const names = server.headers.flatMap((headers) => Object.keys(headers));
    expect(names.filter((name) => /checksum|trailer|expect|encoding/.test(name))).toEqual([]);
  });

  it('are sent again when the store was busy', async () => {
    let failures = 2;
    server.fault = () => (failures-- > 0 ? BUSY : undefined);
    const { key } = await put(3);
    expect(await buffer(await files.get(key))).toHaveLength(3);
  });

  it.each<[string, RegExp, Fault]>([
    ['the whole', /^PUT/, DENIED],
    ['the start', /^POST .*\?uploads$/, DENIED],
    ['the first part', /^PUT .*partNumber/, DENIED],
    ['the completion', /^POST .*\?uploadId$/, DENIED],
    ['a part, by resetting the connection', /^PUT .*partNumber/, 'reset'],
  ])('leave nothing when the store rejects %s', async (name, call, fault) => {
    server.fault = (made) => (call.test(made) ? fault : undefined);
    const failure = await put(name === 'the whole' ? 10 : 12 * MIB).catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringMatching(/^STORAGE_URL: the bucket files at /) });
    expect(isEmpty()).toBe(true);
  });

  it('leave nothing when the response of the completion is lost', async () => {
    let isLost = false;
    server.fault = (call) => {
      if (isLost || !call.startsWith('POST') || !call.endsWith('?uploadId')) return undefined;
      isLost = true;
      return 'lost';
    };
    await expect(put(12 * MIB)).rejects.toThrow('NoSuchUpload');
    expect(isEmpty()).toBe(true);
  });

  it('end the upload of a slow client when the store fails', async () => {
    server.fault = (call) => (call.includes('partNumber') ? DENIED : undefined);
    const chunks = [Buffer.alloc(6 * MIB)];
    const slow = new Readable({
      read() {
        const chunk = chunks.pop();
        if (chunk) this.push(chunk);
      },
    });
    await expect(files.put(slow, { maxBytes: 20 * MIB })).rejects.toThrow('AccessDenied');
    expect(slow.destroyed).toBe(true);
  });

  it('are unavailable while the store does not respond', async () => {
    const { key } = await put(1);
    const patient = new S3Files(new S3Bucket(locationOf(server.url()), { call: 200, removal: 100 }));
    server.fault = () => 'hang';
    for (const attempt of [() => put(1, patient), () => patient.get(key), () => patient.delete(key)])
      await expect(attempt()).rejects.toThrow('cannot be used (TimeoutError)');
  });

  it('are read for longer than a call can take', async () => {
    const { key } = await put(2 * MIB);
    const patient = new S3Files(new S3Bucket(locationOf(server.url()), { call: 50, removal: 50 }));
    const content = await patient.get(key);
    // That long.
    server.fault = () => 'hang';
    await expect(patient.get(key)).rejects.toThrow('TimeoutError');
    expect(await buffer(content)).toHaveLength(2 * MIB);
  });

  it('report the first failure when the store fails afterwards too', async () => {
    server.fault = (call) => (call.includes('partNumber') || call.startsWith('DELETE') ? DENIED : undefined);
    await expect(put(12 * MIB)).rejects.toThrow('STORAGE_URL');
    expect(server.uploads.size).toBe(1);
  });

  it('are not read as complete when the connection breaks', async () => {
    const { key } = await put(1000);
    server.fault = () => 'half';
    await expect(text(await files.get(key))).rejects.toThrow('aborted');
  });

  it.each<[string, () => string, string]>([
    ['does not exist', () => server.url({ bucket: 'other' }), 'NoSuchBucket'],
    ['has another secret', () => server.url({ secret: 'hunter2' }), 'SignatureDoesNotMatch'],
    ['has no server', () => 's3://key:hunter2@127.0.0.1:1/files?tls=off', 'ECONNREFUSED'],
    ['has no TLS', () => server.url().replace('?tls=off', ''), 'cannot be used'],
  ])('of a bucket that %s are unavailable', async (_name, url, code) => {
    const broken = open(url());
    const attempts = [
      () => broken.check(),
      () => put(1, broken),
      () => broken.get(newStorageKey()),
      () => broken.delete(newStorageKey()),
    ];
    for (const attempt of attempts) {
      const failure = await attempt().then(
        () => null,
        (error: Error) => error,
      );
      expect(failure?.message).toMatch(/^STORAGE_URL: the bucket \w+ at http.*\)$/);
      expect(failure?.message).toContain(code);
      expect(failure?.message).not.toContain('hunter2');
      expect(failure).not.toBeInstanceOf(StoredFileMissing);
      expect(asAppError(failure)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
    }
  });

  it('are checked by writing once, then by reading', async () => {
    server.fault = (call) => (call.startsWith('PUT') ? DENIED : undefined);
    await expect(files.check()).rejects.toThrow('AccessDenied');
    server.fault = () => undefined;
    await files.check();
    server.calls.length = 0;
    await files.check();
    expect(server.calls).toEqual([expect.stringMatching(/^GET /)]);
    server.fault = () => DENIED;
    await expect(files.check()).rejects.toThrow('AccessDenied');
    expect(isEmpty()).toBe(true);
  });
});
