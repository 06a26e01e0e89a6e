import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import { ProcessSignals } from '../database/process-signals';
import { statement } from '../database/statement';
import type { InTransaction } from '../database/transaction';
import type { TenantContext } from '../database/tenant.repository';
import type { DomainEvent } from './define-event';
import { actorOf, type CausedContext, originOf } from './origin-of';
import { EventCatalogue } from './event-catalogue';

interface ActorContext extends TenantContext, CausedContext {
  /** Null for a directory that provisions members: it acts for no user. */
  readonly person: { readonly userId: string | null };
}

const APPEND = statement(
  'outbox.append',
  `insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at, origin)
   select event.id, $1, event.type, event.board_id, event.item_id, $2, event.data, $3, $5
   from json_to_recordset($4) as event (id text, type text, board_id text, item_id text, data jsonb)`,
);

/**
 * Every change writes its event here, in its own transaction: a rollback emits no event, and no committed event is lost
 * (contract §8, decision 0007).
 */
@Injectable()
export class Outbox {
  constructor(
    private readonly catalogue: EventCatalogue,
    private readonly signals: ProcessSignals,
  ) {}

  async append(context: InTransaction<ActorContext>, ...events: DomainEvent[]): Promise<void> {
    if (events.length === 0) return;
    const rows = events.map(({ type, boardId, itemId, data }) => {
      if (!this.catalogue.get(type)) throw new Error(`The event catalogue does not list ${type}`);
      return { id: newId('event'), type, board_id: boardId, item_id: itemId, data };
    });
    context.transaction.sendWithNext(APPEND, [
      context.organizationId,
      actorOf(context),
      clock.now(),
      JSON.stringify(rows),
      originOf(context),
    ]);
    context.transaction.afterCommit(() => this.signals.raise('outbox'));
  }
}
