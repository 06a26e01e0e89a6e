import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { Database } from '../database/database';
import { statement } from '../database/statement';
import type { InTransaction } from '../database/transaction';
import type { TenantContext } from '../database/tenant.repository';

/** One committed change, as its consumers (automations, webhooks, real time, activity, audit) will read it. */
export interface DomainEvent {
  type: string;
  boardId?: string;
  itemId?: string;
  data: { [key: string]: Json };
}

interface ActorContext extends TenantContext {
  /** Null of a program that acts for nobody: the directory that provisions members. */
  readonly person: { readonly userId: string | null };
}

const APPEND = statement(
  'outbox.append',
  `insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at)
   select event.id, $1, event.type, event.board_id, event.item_id, $2, event.data, $3
   from json_to_recordset($4) as event (id text, type text, board_id text, item_id text, data jsonb)`,
);

/**
 * Where every change writes its event, in its own transaction: nothing is emitted for what rolls back, and nothing
 * committed is lost (contract §8, decision 0007).
 */
@Injectable()
export class Outbox {
  constructor(private readonly database: Database) {}

  async append(context: InTransaction<ActorContext>, ...events: DomainEvent[]): Promise<void> {
    if (events.length === 0) return;
    const rows = events.map(({ type, boardId, itemId, data }) => ({
      id: newId('event'),
      type,
      board_id: boardId ?? null,
      item_id: itemId ?? null,
      data,
    }));
    await this.database.query(context, APPEND, [
      context.organizationId,
      context.person.userId,
      clock.now(),
      JSON.stringify(rows),
    ]);
  }
}
