import type { WireAnswer, WireClient } from './client';

const BOUNDARY = 'boundary-of-a-test';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export interface FormPart {
  /** The field; `file` unless given. */
  field?: string;
  /** The file name; null for a field that is no file. */
  name: string | null;
  content: string | Buffer;
  /** The type that the client claims. */
  type?: string;
}

/** The body of a form, byte for byte as a client sends it. */
export function formBody(parts: readonly FormPart[]): Buffer {
  const chunks = parts.flatMap(({ field = 'file', name, content, type }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"` +
        `${name === null ? '' : `; filename="${name.replaceAll('"', '\\"')}"`}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Uploads files the way browsers and curl do. */
export function upload(
  client: WireClient,
  parts: readonly FormPart[],
  { path = '/api/files', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<WireAnswer> {
  return client.request('POST', path, formBody(parts), { 'content-type': TYPE, ...headers });
}
