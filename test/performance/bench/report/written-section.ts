import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

const START = '<!-- npm run bench: start -->';
const END = '<!-- npm run bench: end -->';

/** Puts the text between the markers, or the markers with it at the end of a file that has none yet. */
export async function writeSection(file: string, text: string): Promise<void> {
  const section = `${START}\n\n${text}\n\n${END}`;
  const before = await readFile(file, 'utf8').catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'ENOENT') return '# Performance\n';
    throw problem;
  });
  const from = before.indexOf(START);
  const to = before.indexOf(END);
  const after =
    from < 0 || to < from
      ? `${before.trimEnd()}\n\n${section}\n`
      : before.slice(0, from) + section + before.slice(to + END.length);
  // As `npm run check` wants every file.
  await writeFile(file, await format(after, { ...(await resolveConfig(file)), filepath: file }));
}
