import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../kernel/app-error';
import { JsonText } from '../kernel/json';
import { RecordVisibility } from '../access/ports';
import type { ActingContext, CallContext, UserContext } from '../access/principal';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { IdempotencyKeysRepository, type KeptAnswer, type KeyOwner } from './idempotency-keys.repository';
import { inputDigest } from './input-digest';

export interface KeyedCall {
  key: string;
  /** The call's index in its batch: one header applies to every mutation of the batch. */
  index: number;
  procedure: string;
  hasSecretAnswer: boolean;
  /** What is stored instead of the output. */
  storedAnswer?: ((output: unknown) => unknown) | undefined;
  rawInput: unknown;
  /** Who can repeat the call, if not the user of the context: an address, for calls without a user. */
  owner?: string;
  /** Called when the response is replayed. */
  onReplay(): void;
}

/** Without `keyed.owner` it has a user. */
type KeyedContext = UserContext | ActingContext;

/** How long a repeat waits for the first call while another process runs it, and how often it looks for the response. */
const WAIT_FOR_PROCESS_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** Another process runs a call with this key. */
class CallStillRunning extends AppError {
  constructor() {
    super('CONFLICT', 'A call with this Idempotency-Key is still running');
  }
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * `Idempotency-Key` (contract §5): the call, the key and the response commit together, so a repeat gets the first response
 * even if the process died right after it (decision 0020). Failures are not stored: a repeat runs again.
 */
@Injectable()
export class IdempotentCalls {
  /** The last call of each key in this process. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly keys: IdempotencyKeysRepository,
    private readonly records: RecordVisibility,
  ) {}

  async run<C extends KeyedContext>(
    context: C,
    keyed: KeyedCall,
    perform: (context: C) => Promise<unknown>,
  ): Promise<JsonText> {
    const owner = ownerOf(context, keyed);
    return this.afterOthers(owner, () => this.once(context, owner, keyed, perform));
  }

  /** For a call whose slow part, `prepare`, must not run in a transaction; a repeat does not run it either. */
  async runPrepared<C extends KeyedContext, P>(
    context: C,
    keyed: KeyedCall,
    prepare: () => Promise<P>,
    perform: (context: C, prepared: P) => Promise<unknown>,
  ): Promise<JsonText> {
    const owner = ownerOf(context, keyed);
    let preparing: Promise<P> | undefined;
    return this.afterOthers(owner, async () => {
      const kept = await this.keys.find(context, owner);
      if (kept) return this.replay(context, kept, keyed);
      const prepared = await (preparing ??= prepare());
      return this.once(context, owner, keyed, (inside) => perform(inside, prepared));
    });
  }

  private once<C extends KeyedContext>(
    context: C,
    owner: KeyOwner,
    keyed: KeyedCall,
    perform: (context: C) => Promise<unknown>,
  ): Promise<JsonText> {
    return this.transactions.run(context, async (inside) => {
      const isClaimed = await this.keys.claim(inside, owner);
      const kept = await this.keys.find(inside, owner);
      // Whether the result is used or not: other replicas claim it too, only to replay.
      if (kept) return this.replay(inside, kept, keyed);
      if (!isClaimed) throw new CallStillRunning();
      const output = await perform(inside);
      const text = output instanceof JsonText ? output.text : (JSON.stringify(output) ?? 'null');
      // A secret is never stored, not even for a day (decision 0025).
      const answer = keyed.hasSecretAnswer
        ? null
        : keyed.storedAnswer === undefined
          ? text
          : JSON.stringify(keyed.storedAnswer(output));
      await this.keys.keep(inside, owner, { inputDigest: inputDigest(keyed.rawInput), answer });
      return new JsonText(text);
    });
  }

  /** For callers who can still see the records of the call: the guards do not check these records. */
  private async replay(context: KeyedContext, kept: KeptAnswer, keyed: KeyedCall): Promise<JsonText> {
    if (kept.inputDigest !== inputDigest(keyed.rawInput)) {
      throw new AppError('CONFLICT', 'This Idempotency-Key was already used with another input');
    }
    if (keyed.owner === undefined && 'principal' in context)
      await this.records.assertVisible(context as CallContext, recordsOf(keyed.rawInput, kept.answer));
    if (kept.answer === null) {
      throw new AppError(
        'CONFLICT',
        'This call was already made; its response contained a secret that is shown only once',
      );
    }
    keyed.onReplay();
    return new JsonText(kept.answer);
  }

  /**
   * A repeat that overtakes its first call waits for it here, where waiting costs nothing; in the database it would occupy a
   * connection.
   */
  private async afterOthers<T>(owner: KeyOwner, act: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(owner);
    const before = this.underWay.get(key);
    const inTurn = () => afterProcesses(act);
    const mine = before === undefined ? inTurn() : before.then(inTurn, inTurn);
    this.underWay.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.underWay.get(key) === mine) this.underWay.delete(key);
    }
  }
}

/** Repeats the attempt while another process runs the call. Between attempts no connection is in use. */
async function afterProcesses<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + WAIT_FOR_PROCESS_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CallStillRunning) || performance.now() > until) throw error;
      await delay(LOOK_EVERY_MS);
    }
  }
}

function ownerOf(context: KeyedContext, keyed: KeyedCall): KeyOwner {
  const { key, index, procedure } = keyed;
  if (!KEY.test(key))
    throw InvalidInput.at('Idempotency-Key', 'Must be 1 to 255 printable ASCII characters without spaces');
  const owner = keyed.owner ?? userIn(context);
  // A key contains no space, so no other key collides. The first call has the key itself, in a batch or not.
  return { owner, procedure, key: index === 0 ? key : `${key} ${index}` };
}

function userIn(context: KeyedContext): string {
  return 'organizationId' in context
    ? `${context.organizationId}:${context.person.userId}`
    : context.person.userId;
}

/** The ids at the top level of input and response: the records that a call uses and creates. */
function recordsOf(input: unknown, answer: string | null): string[] {
  return [input, answer === null ? null : (JSON.parse(answer) as unknown)].flatMap((record) =>
    typeof record === 'object' && record !== null
      ? Object.values(record)
          .flat()
          .filter((value) => typeof value === 'string')
      : [],
  );
}
