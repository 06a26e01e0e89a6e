import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const KEY = 'test:key';
const SECRET = 'a/secret+of the tests';
const BUCKET = 'files';
const LEAST_PART_BYTES = 5 * 2 ** 20;

/** What a server does instead of its work; with `half` and `lost` it works, and the response is cut or lost. */
export type Fault = { status: number; code: string } | 'reset' | 'hang' | 'half' | 'lost' | undefined;

interface Call {
  method: string;
  /** Below the bucket. */
  name: string;
  query: URLSearchParams;
  range: string | undefined;
  body: Buffer;
}

interface Answer {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const failure = (status: number, code: string): Answer => ({
  status,
  body: `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});

/**
 * One bucket in memory that speaks S3 as far as FileStorage uses it: objects with ranges, multipart uploads, lists, the
 * checks of signatures and of the size of parts. The same specs run against a real server with S3_TEST_URL.
 */
export class S3Server {
  readonly objects = new Map<string, Buffer>();
  readonly uploads = new Map<string, { name: string; parts: Map<number, Buffer> }>();
  /** Of all calls so far, such as `PUT ab/abc?partNumber`. */
  readonly calls: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  fault: (call: string) => Fault = () => undefined;

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<S3Server> {
    const server = new S3Server(createServer());
    server.server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  }

  url({ secret = SECRET, bucket = BUCKET, prefix = '' } = {}): string {
    const { port } = this.server.address() as AddressInfo;
    const login = `${encodeURIComponent(KEY)}:${encodeURIComponent(secret)}`;
    return `s3://${login}@127.0.0.1:${port}/${bucket}/${prefix}?tls=off`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url!, 'http://store');
    const [, bucket, ...name] = decodeURIComponent(pathname).split('/');
    const call = `${request.method} ${name.join('/')}${[...query.keys()].map((key) => `?${key}`).join('')}`;
    this.calls.push(call);
    this.headers.push(request.headers);
    const fault = this.fault(call);
    if (fault === 'reset') return void request.socket.destroy();
    const body = await buffer(request);
    if (fault === 'hang') return;
    let answer = typeof fault === 'object' ? failure(fault.status, fault.code) : undefined;
    if (!isSigned(request, pathname, query, body)) answer ??= failure(403, 'SignatureDoesNotMatch');
    if (bucket !== BUCKET) answer ??= failure(404, 'NoSuchBucket');
    const { range } = request.headers;
    answer ??= this.answer({ method: request.method!, name: name.join('/'), query, range, body });
    if (fault === 'lost') return void request.socket.destroy();
    const content = Buffer.from(answer.body ?? '');
    response.writeHead(answer.status, { ...answer.headers, 'content-length': content.length });
    if (fault !== 'half') return void response.end(content);
    response.write(content.subarray(0, content.length / 2), () => request.socket.destroy());
  }

  private answer(call: Call): Answer {
    const { method, name, query } = call;
    if (query.has('uploadId')) return this.answerUpload(call, query.get('uploadId')!);
    if (query.has('uploads')) return method === 'GET' ? this.list('Upload', query) : this.begin(name);
    if (method === 'GET') return name === '' ? this.list('Contents', query) : this.read(call);
    if (method === 'DELETE') this.objects.delete(name);
    else this.objects.set(name, call.body);
    return { status: method === 'DELETE' ? 204 : 200, headers: { etag: `"${sha256(call.body)}"` } };
  }

  private read({ name, range }: Call): Answer {
    const object = this.objects.get(name);
    if (!object) return failure(404, 'NoSuchKey');
    if (range === undefined) return { status: 200, body: object };
    const [start, end] = range.slice('bytes='.length).split('-').map(Number) as [number, number];
    if (start >= object.length) return failure(416, 'InvalidRange');
    return { status: 206, body: object.subarray(start, end + 1) };
  }

  private begin(name: string): Answer {
    const id = randomUUID();
    this.uploads.set(id, { name, parts: new Map() });
    const body = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
    return { status: 200, body };
  }

  private answerUpload({ method, name, query, body }: Call, id: string): Answer {
    const upload = this.uploads.get(id);
    if (upload?.name !== name) return failure(404, 'NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      return { status: 200, headers: { etag: `"${sha256(body)}"` } };
    }
    if (method === 'POST') {
      const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
        upload.parts.get(Number(number))!,
      );
      if (parts.slice(0, -1).some(({ length }) => length < LEAST_PART_BYTES))
        return failure(400, 'EntityTooSmall');
      this.objects.set(name, Buffer.concat(parts));
    }
    this.uploads.delete(id);
    return method === 'POST'
      ? { status: 200, body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' }
      : { status: 204 };
  }

  private list(what: 'Contents' | 'Upload', query: URLSearchParams): Answer {
    const found = what === 'Contents' ? [...this.objects.keys()].map((name) => ({ name, id: '' })) : [];
    if (what === 'Upload') for (const [id, { name }] of this.uploads) found.push({ name, id });
    const entries = found
      .filter(({ name }) => name.startsWith(query.get('prefix') ?? ''))
      .map(({ name, id }) => `<${what}><Key>${name}</Key><UploadId>${id}</UploadId></${what}>`);
    return { status: 200, body: `<Result>${entries.join('')}</Result>` };
  }
}

/** AWS Signature Version 4. */
function isSigned(request: IncomingMessage, path: string, query: URLSearchParams, body: Buffer): boolean {
  const [, credential, names, signature] =
    /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (!credential?.startsWith(`${KEY}/`) || request.headers['x-amz-content-sha256'] !== sha256(body))
    return false;
  const scope = credential.slice(KEY.length + 1);
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const canonical = [
    request.method,
    path,
    [...query]
      .map(([key, value]) => `${encode(key)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names!.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const sign = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const key = scope.split('/').reduce<string | Buffer>(sign, `AWS4${SECRET}`);
  return sign(key, text).toString('hex') === signature;
}
