import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
};

/** The body of a response without its content coding. */
export function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  return encoding === undefined ? bytes : DECODERS[encoding]!(bytes);
}
