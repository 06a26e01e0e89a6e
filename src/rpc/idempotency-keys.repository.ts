import { Injectable } from '@nestjs/common';
import { clock } from '../kernel/clock';
import { Database } from '../platform/database/database';
import { IDEMPOTENCY_KEY } from '../platform/database/locks';
import { statement } from '../platform/database/statement';
import type { DatabaseContext } from '../platform/database/transaction';

/** A key belongs to one user in one organization and to one procedure. */
export interface KeyOwner {
  owner: string;
  procedure: string;
  key: string;
}

export interface KeptAnswer {
  inputDigest: string;
  /** The response's JSON text; null when it contained a secret and was not stored. */
  answer: string | null;
}

const LIFETIME_MS = 24 * 3_600_000;

// Returns immediately instead of queueing: waiters would occupy connections that the running call may need.
const TRY_CLAIM = statement('idempotency.claim', `select ${IDEMPOTENCY_KEY.tryExclusive('$1')} as claimed`);

const FIND = statement(
  'idempotency.find',
  `select input_digest as "inputDigest", answer from idempotency_keys
   where owner = $1 and procedure = $2 and key = $3 and created_at > $4`,
);

const KEEP = statement(
  'idempotency.keep',
  `insert into idempotency_keys (owner, procedure, key, input_digest, answer, created_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (owner, procedure, key) do update
     set input_digest = excluded.input_digest, answer = excluded.answer, created_at = excluded.created_at`,
);

const PURGE = statement(
  'idempotency.purge',
  `delete from idempotency_keys where ctid = any (array(
     select ctid from idempotency_keys where created_at <= $1 limit 5000))
   returning 1`,
);

@Injectable()
export class IdempotencyKeysRepository {
  constructor(private readonly database: Database) {}

  /** False while another call with this key runs. Locked until the transaction ends. */
  async claim(context: DatabaseContext, { owner, procedure, key }: KeyOwner): Promise<boolean> {
    const rows = await this.database.query<{ claimed: boolean }>(context, TRY_CLAIM, [
      `${owner}\n${procedure}\n${key}`,
    ]);
    return rows[0]?.claimed === true;
  }

  async find(context: DatabaseContext, { owner, procedure, key }: KeyOwner): Promise<KeptAnswer | null> {
    const notBefore = new Date(clock.nowMs() - LIFETIME_MS);
    const [row] = await this.database.query<KeptAnswer>(context, FIND, [owner, procedure, key, notBefore]);
    return row ?? null;
  }

  async keep(context: DatabaseContext, { owner, procedure, key }: KeyOwner, kept: KeptAnswer): Promise<void> {
    await this.database.query(context, KEEP, [
      owner,
      procedure,
      key,
      kept.inputDigest,
      kept.answer,
      clock.now(),
    ]);
  }

  /** Removes a batch of expired keys; returns their number. */
  async purge(context: DatabaseContext): Promise<number> {
    const rows = await this.database.query(context, PURGE, [new Date(clock.nowMs() - LIFETIME_MS)]);
    return rows.length;
  }
}
