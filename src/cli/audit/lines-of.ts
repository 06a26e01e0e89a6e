import { createReadStream } from 'node:fs';

/** No line of an export is nearly as long: the length of a line of another file is no reason to read all of it. */
const MAX_LINE_CHARACTERS = 2 ** 20;

export class LineTooLong extends Error {}

/** The lines of a file, without their ends; the memory is that of one line. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const lines = `${rest}${chunk as string}`.split('\n');
    rest = lines.pop()!;
    yield* lines;
    if (rest.length > MAX_LINE_CHARACTERS)
      throw new LineTooLong(
        `${path} has a line of more than ${MAX_LINE_CHARACTERS} characters: it is no export`,
      );
  }
  if (rest !== '') yield rest;
}
