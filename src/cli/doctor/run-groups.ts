import { setTimeout as delay } from 'node:timers/promises';
import { type CheckGroup, failed, type Finding } from './finding';

const HIDDEN = '[hidden]';
/** Shorter texts occur in any message. */
const SECRET_LENGTH_MIN = 4;
/** How long a group that took too long may clean up. */
const CLEAN_UP_MS = 15_000;

export interface RunOptions {
  /** Texts that no message contains. */
  secrets: readonly string[];
  /** One line for an error. */
  explain(error: unknown): string;
}

/** Runs all groups at the same time, each with its time limit. The order of the findings is the order of the groups. */
export async function runGroups(groups: readonly CheckGroup[], options: RunOptions): Promise<Finding[]> {
  const hide = hiding(options.secrets);
  const running = groups.map((group) => ({ group, findings: group.run() }));
  const found = await Promise.all(
    running.map(async ({ group, findings }) => {
      const ending = new AbortController();
      try {
        return await Promise.race([findings, tooLate(group, ending.signal)]);
      } catch (error) {
        return [failed(group.check, options.explain(error), group.advice)];
      } finally {
        ending.abort();
      }
    }),
  );
  const cleaned = Promise.allSettled(running.map(({ findings }) => findings));
  await Promise.race([cleaned, delay(CLEAN_UP_MS, undefined, { ref: false })]);
  return found.flat().map((finding) => ({ ...finding, message: hide(finding.message) }));
}

async function tooLate({ timeoutMs }: CheckGroup, signal: AbortSignal): Promise<never> {
  // The abort only ends the wait of a group that is ready: nothing waits for it any more.
  await delay(timeoutMs, undefined, { signal }).catch(() => new Promise(() => undefined));
  throw new Error(`no response within ${timeoutMs / 1000} s`);
}

function hiding(secrets: readonly string[]): (text: string) => string {
  const longest = [...secrets]
    .filter(({ length }) => length >= SECRET_LENGTH_MIN)
    .sort((one, other) => other.length - one.length);
  return (text) => longest.reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text);
}
