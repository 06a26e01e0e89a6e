import type { INestApplicationContext } from '@nestjs/common';
import { type Resealed, SecretResealing } from '../platform/crypto/secret-resealing';
import type { CommandResult, CommandRun } from './run-command';

interface KindResult extends Resealed {
  kind: string;
}

/**
 * Encrypts every stored secret with the current APP_SECRET. An interrupted run is continued by the next one, and a run
 * with nothing left to do changes nothing. Fails while a secret cannot be read.
 */
export async function rotateSecret(
  application: INestApplicationContext,
  { isDryRun }: { isDryRun: boolean },
  { log, signal }: CommandRun,
): Promise<CommandResult> {
  const resealing = application.get(SecretResealing, { strict: false });
  const kinds: KindResult[] = [];
  for (const secrets of resealing.registered) {
    const result = await (isDryRun ? resealing.count(secrets, signal) : resealing.run(secrets, signal));
    signal.throwIfAborted();
    log.info('in progress', { kind: secrets.noun, ...result });
    kinds.push({ kind: secrets.noun, ...result });
  }
  const [resealed, unreadable] = [total(kinds, 'resealed'), total(kinds, 'unreadable')];
  return {
    text: textOf(resealed, isDryRun),
    json: { isDryRun, resealed, unreadable, kinds },
    warnings: kinds.filter((each) => each.unreadable > 0).map(unreadableText),
    isSuccess: unreadable === 0,
  };
}

function textOf(resealed: number, isDryRun: boolean): string {
  if (resealed === 0) return 'Nothing to do: no readable secret is encrypted with a previous APP_SECRET';
  const verb = isDryRun ? 'would be' : 'were';
  return `${resealed} ${resealed === 1 ? 'secret' : 'secrets'} ${verb} encrypted with the current APP_SECRET`;
}

function unreadableText({ kind, unreadable }: KindResult): string {
  return `${kind}: ${unreadable} cannot be read with APP_SECRET or APP_SECRET_PREVIOUS`;
}

function total(kinds: readonly KindResult[], key: keyof Resealed): number {
  return kinds.reduce((sum, each) => sum + each[key], 0);
}
