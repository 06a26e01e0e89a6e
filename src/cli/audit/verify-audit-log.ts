import { LogBroken, type VerifiedLog, verifySealedLog } from '../../modules/audit';
import type { CommandResult } from '../run-command';
import { linesOf } from './lines-of';

export interface VerifyAuditOptions {
  publicKey?: readonly string[];
  /** `<sequence>:<hash>`. */
  expect?: string;
}

/** Text of an option that cannot be read. */
export class UnreadableOption extends Error {}

/** Verifies a sealed export of an audit log, without a database. */
export async function verifyAuditLog(
  file: string,
  { publicKey: publicKeys, expect }: VerifyAuditOptions,
): Promise<CommandResult> {
  const expected = expect === undefined ? undefined : placeOf(expect);
  try {
    return intact(
      file,
      await verifySealedLog(linesOf(file), { publicKeys, expected }),
      publicKeys !== undefined,
    );
  } catch (error) {
    if (!(error instanceof LogBroken)) throw error;
    const { line, entryId, problem } = error.broken;
    return {
      text: `${file} is not intact: line ${line}${entryId === null ? '' : ` (${entryId})`}: ${problem}`,
      json: { file, isIntact: false, line, entryId, problem },
      warnings: [],
      isSuccess: false,
    };
  }
}

function intact(file: string, log: VerifiedLog, isKeyGiven: boolean): CommandResult {
  const { entries, from, to, hash, organizationId, keys } = log;
  const content = entries === 0 ? 'no entries' : `${entries} entries, ${from} to ${to},`;
  return {
    text: [
      `${file} is intact: ${content} of ${organizationId}, exported at ${log.exportedAt}`,
      `${log.checkpoints} checkpoints, signed with ${keys.join(', ')}`,
      `For a later verification: --expect ${to ?? 0}:${hash}`,
    ].join('\n'),
    json: { file, isIntact: true, ...log },
    warnings: isKeyGiven
      ? []
      : ['The keys in the file were trusted: compare them with GET /api/audit/keys, or pass --public-key'],
    isSuccess: true,
  };
}

function placeOf(text: string): { sequence: number; hash: string } {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined || hash === undefined)
    throw new UnreadableOption(
      '--expect must be <number of an entry>:<its hash>, as a verification prints it',
    );
  return { sequence: Number(sequence), hash };
}
