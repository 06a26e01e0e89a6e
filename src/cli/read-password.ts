import { createInterface } from 'node:readline';

/** The first line of a stream, without its line break; null when the stream is empty. */
export async function readPassword(input: NodeJS.ReadableStream): Promise<string | null> {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) return line;
  return null;
}
