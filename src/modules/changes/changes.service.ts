import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { InTransaction } from '../../platform/database/transaction';
import { type CausedEvent, CausedEvents } from '../../platform/events/log/caused-events';
import type { Input } from '../../rpc/schema';
import { ImportCausesService } from '../exchange';
import { ItemUndoService } from '../items';
import { ChangeNotFound, NotUndoable, TooMuchToUndo } from './changes.errors';
import { undoChange } from './changes.policy';
import { type changesUndo, UNDONE_ITEMS_MAX } from './changes.schemas';

type UndoInput = Input<typeof changesUndo>;

/** A call writes at most some events per item, such as one for each value. */
const EVENTS_MAX = 2 * UNDONE_ITEMS_MAX;

/** Reverses a change as a new one (contract §7). */
@Injectable()
export class ChangesService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly events: CausedEvents,
    private readonly imports: ImportCausesService,
    private readonly items: ItemUndoService,
  ) {}

  undo(context: CallContext, input: UndoInput) {
    return this.transactions.run(context, async (tx) => {
      const events = await this.eventsOf(tx, input);
      const outcome = await this.items.undo(tx, events);
      if (outcome === null)
        throw events.some(({ itemId }) => itemId !== null) ? new ChangeNotFound() : new NotUndoable();
      const { undone, skipped } = outcome;
      if (undone === 0 && skipped.length === 0) throw new NotUndoable();
      return { undone, skipped };
    });
  }

  /** Those that the caller may undo. */
  private async eventsOf(tx: InTransaction<CallContext>, input: UndoInput): Promise<CausedEvent[]> {
    const cause = input.requestId ?? input.executionId ?? (await this.imports.causeOf(tx, input.importId!));
    const events = await this.events.find(tx, cause, EVENTS_MAX + 1);
    const own = events.filter((event) => undoChange.allows(tx.principal, event));
    if (own.length === 0) throw new ChangeNotFound();
    const items = new Set(own.flatMap(({ itemId }) => itemId ?? []));
    if (events.length > EVENTS_MAX || items.size > UNDONE_ITEMS_MAX) throw new TooMuchToUndo();
    return own;
  }
}
