import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One call of a database function in the text of a source file. */
export interface SqlCall {
  file: string;
  name: string;
  /** The parameters that the call names; an argument in positional notation is shown as it is. */
  args: string[];
}

export function sqlCalls(folder: string, functions: readonly string[]): SqlCall[] {
  const call = new RegExp(`\\b(${functions.join('|')})\\(`, 'g');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return [...text.matchAll(call)].map((match) => {
        const args = argumentsAt(text, match.index + match[0].length);
        return { file, name: match[1]!, args: args.map((arg) => /^(\w+) =>/.exec(arg)?.[1] ?? arg) };
      });
    });
}

/** The arguments of a call, from behind its opening bracket to the one that closes it. */
function argumentsAt(text: string, start: number): string[] {
  const args = [''];
  for (let at = start, depth = 1; at < text.length; at += 1) {
    const character = text[at]!;
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (depth === 0) break;
    if (character === ',' && depth === 1) args.push('');
    else args[args.length - 1] += character;
  }
  return args.map((arg) => arg.trim()).filter((arg) => arg !== '');
}
