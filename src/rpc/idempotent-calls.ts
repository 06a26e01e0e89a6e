import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../kernel/app-error';
import { JsonText } from '../kernel/json';
import type { CallContext, PersonContext } from '../access/principal';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { IdempotencyKeysRepository, type KeptAnswer, type KeyOwner } from './idempotency-keys.repository';
import { inputDigest } from './input-digest';

export interface KeyedCall {
  key: string;
  /** The call's place in its batch: one header speaks for every mutation of it. */
  index: number;
  procedure: string;
  hasSecretAnswer: boolean;
  rawInput: unknown;
  /** Told when the answer is a repeat of the first. */
  onReplay(): void;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * `Idempotency-Key` (contract §5): the call, the key and the answer commit together, so a repeat gives the first
 * answer even if the process died right after it (decision 0020). Failures are not kept: a repeat tries again.
 */
@Injectable()
export class IdempotentCalls {
  /** The last call of each key in this process. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly keys: IdempotencyKeysRepository,
  ) {}

  async run<C extends PersonContext>(
    context: C,
    keyed: KeyedCall,
    perform: (context: C) => Promise<unknown>,
  ): Promise<JsonText> {
    const owner = ownerOf(context, keyed);
    return this.afterOthers(owner, () => this.once(context, owner, keyed, perform));
  }

  /** For a call whose slow part, `prepare`, must not hold a transaction; it is not repeated either. */
  async runPrepared<C extends PersonContext, P>(
    context: C,
    keyed: KeyedCall,
    prepare: () => Promise<P>,
    perform: (context: C, prepared: P) => Promise<unknown>,
  ): Promise<JsonText> {
    const owner = ownerOf(context, keyed);
    return this.afterOthers(owner, async () => {
      const kept = await this.keys.find(context, owner);
      if (kept) return replay(kept, inputDigest(keyed.rawInput), keyed);
      const prepared = await prepare();
      return this.once(context, owner, keyed, (inside) => perform(inside, prepared));
    });
  }

  private once<C extends PersonContext>(
    context: C,
    owner: KeyOwner,
    keyed: KeyedCall,
    perform: (context: C) => Promise<unknown>,
  ): Promise<JsonText> {
    const digest = inputDigest(keyed.rawInput);
    return this.transactions.run(context, async (inside) => {
      if (!(await this.keys.claim(inside, owner))) {
        throw new AppError('CONFLICT', 'A call with this Idempotency-Key is still running');
      }
      const kept = await this.keys.find(inside, owner);
      if (kept) return replay(kept, digest, keyed);
      const output = await perform(inside);
      const text = output instanceof JsonText ? output.text : (JSON.stringify(output) ?? 'null');
      // A secret is never stored, not even for a day (decision 0025).
      const answer = keyed.hasSecretAnswer ? null : text;
      await this.keys.keep(inside, owner, { inputDigest: digest, answer });
      return new JsonText(text);
    });
  }

  /**
   * A repeat that overtakes its first call waits for it here, where waiting costs nothing; in the database it would hold
   * a connection. One that reaches another process meanwhile is told so (409).
   */
  private async afterOthers<T>(owner: KeyOwner, act: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(owner);
    const before = this.underWay.get(key);
    const mine = before === undefined ? act() : before.then(act, act);
    this.underWay.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.underWay.get(key) === mine) this.underWay.delete(key);
    }
  }
}

function replay(kept: KeptAnswer, digest: string, keyed: KeyedCall): JsonText {
  if (kept.inputDigest !== digest) {
    throw new AppError('CONFLICT', 'This Idempotency-Key was used with another input');
  }
  if (kept.answer === null) {
    throw new AppError('CONFLICT', 'This call was made already; its answer held a secret that is shown once');
  }
  keyed.onReplay();
  return new JsonText(kept.answer);
}

function ownerOf(context: PersonContext | CallContext, { key, index, procedure }: KeyedCall): KeyOwner {
  if (!KEY.test(key)) throw InvalidInput.at('Idempotency-Key', 'Must be 1 to 255 printable characters');
  const owner =
    'organizationId' in context
      ? `${context.organizationId}:${context.person.userId}`
      : context.person.userId;
  // A key holds no blank, so no other key reads like this. The first call has the key itself, in a batch or not.
  return { owner, procedure, key: index === 0 ? key : `${key} ${index}` };
}
