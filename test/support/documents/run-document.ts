import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInOneShell } from './bash-session';
import { type Example, examplesOf, fencesOf } from './markdown';
import { difference } from './shown-output';

const ROOT = join(__dirname, '..', '..', '..');

/** What the blocks of documents need. */
export const hasTools = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);

export const readDocument = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Inside the checkout, because programs of the documents import what is installed there. Contains the programs that readers save. */
export function workplace(document: string): string {
  const directory = mkdtempSync(join(ROOT, 'node_modules', '.tour-'));
  for (const { language, text } of fencesOf(document)) {
    const name = /^\/\/ (\S+\.mjs)$/m.exec(text)?.[1];
    if (language === 'js' && name !== undefined) writeFileSync(join(directory, name), text);
  }
  return directory;
}

export interface DocumentRun {
  examples: Example[];
  /** How the outputs of the blocks differ from those that the document shows, and what they wrote to stderr. */
  differences: string[];
}

/** Runs the `bash` blocks of a document, one after the other in one shell. */
export async function runDocument(document: string, cwd: string, url: string): Promise<DocumentRun> {
  const examples = examplesOf(document);
  const blocks = examples.map(({ commands }) => commands.text);
  const outputs = await runInOneShell(blocks, { cwd, env: { TRESTLE_URL: url } });
  const differences = examples.flatMap(({ commands, output }, index) => {
    const { stdout, stderr } = outputs[index]!;
    if (stderr !== '') return [`line ${commands.line} complains: ${stderr}`];
    return (output && difference(output, stdout)) ?? [];
  });
  return { examples, differences };
}
