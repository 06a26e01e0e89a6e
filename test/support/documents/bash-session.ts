import { spawn } from 'node:child_process';

/** A block that waits for what does not come is ended, so that the outputs until then show why. */
const TIMEOUT_MS = 240_000;

/** Between the outputs of two blocks; no program prints it. */
const SEPARATOR = '\u001e';

export interface BlockOutput {
  stdout: string;
  stderr: string;
}

/** Runs blocks one after the other in one shell, as if pasted into a terminal. */
export async function runInOneShell(
  blocks: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<BlockOutput[]> {
  const separate = `printf '\\n${SEPARATOR}'; printf '\\n${SEPARATOR}' >&2`;
  const script = blocks.map((block) => `${block.trimEnd()}\n${separate}\n`).join('');
  const shell = spawn('bash', ['-c', script], {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'pipe',
    detached: true,
  });
  const timer = setTimeout(() => process.kill(-shell.pid!), TIMEOUT_MS);
  shell.stdin.end();
  let stdout = '';
  let stderr = '';
  shell.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  shell.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  await new Promise((resolve, reject) => shell.once('error', reject).once('close', resolve));
  clearTimeout(timer);
  const outputs = parts(stdout);
  const complaints = parts(stderr);
  return blocks.map((_, index) => ({ stdout: outputs[index] ?? '', stderr: complaints[index] ?? '' }));
}

function parts(text: string): string[] {
  return text.split(SEPARATOR).map((part) => part.trim());
}
