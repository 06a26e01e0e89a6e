import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../kernel/app-error';
import { JsonText } from '../kernel/json';
import type { CallContext, PersonContext } from '../access/principal';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { IdempotencyKeysRepository } from './idempotency-keys.repository';

export interface KeyedCall {
  key: string;
  procedure: string;
  hasSecretAnswer: boolean;
  rawInput: unknown;
  /** Told when the answer is a repeat of the first. */
  onReplay(): void;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * `Idempotency-Key` (contract §5): the call, the key and the answer commit together, so a repeat gives the first
 * answer even if the process died right after it. Failures are not kept: a repeat tries again.
 */
@Injectable()
export class IdempotentCalls {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly keys: IdempotencyKeysRepository,
  ) {}

  run<C extends PersonContext>(
    context: C,
    keyed: KeyedCall,
    perform: (context: C) => Promise<unknown>,
  ): Promise<JsonText> {
    if (!KEY.test(keyed.key))
      throw InvalidInput.at('Idempotency-Key', 'Must be 1 to 255 printable characters');
    const owner = { owner: ownerOf(context), procedure: keyed.procedure, key: keyed.key };
    const inputDigest = createHash('sha256')
      .update(JSON.stringify(keyed.rawInput ?? {}))
      .digest('base64url');
    return this.transactions.run(context, async (inside) => {
      if (!(await this.keys.claim(inside, owner))) {
        throw new AppError('CONFLICT', 'A call with this Idempotency-Key is still running');
      }
      const kept = await this.keys.find(inside, owner);
      if (kept) {
        if (kept.inputDigest !== inputDigest) {
          throw new AppError('CONFLICT', 'This Idempotency-Key was used with another input');
        }
        if (kept.answer === null) {
          throw new AppError(
            'CONFLICT',
            'This call was made already; its answer held a secret that is shown once',
          );
        }
        keyed.onReplay();
        return new JsonText(kept.answer);
      }
      const output = await perform(inside);
      const text = output instanceof JsonText ? output.text : (JSON.stringify(output) ?? 'null');
      await this.keys.keep(inside, owner, { inputDigest, answer: keyed.hasSecretAnswer ? null : text });
      return new JsonText(text);
    });
  }
}

function ownerOf(context: PersonContext | CallContext): string {
  return 'organizationId' in context
    ? `${context.organizationId}:${context.person.userId}`
    : context.person.userId;
}
