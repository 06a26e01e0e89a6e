import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId } from '../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { EventOf } from '../../../platform/events/define-event';
import { type EventSubscriber, Subscriber } from '../../../platform/events/subscriber.decorator';
import { boardsEvents, groupsEvents } from '../../boards/boards.events';
import { columnsEvents } from '../../columns/columns.events';
import { formsEvents } from '../../forms/forms.events';
import { AutomationsRepository } from '../automations.repository';
import { definitionOf } from '../definitions/stored-definition';
import { DisablingService } from './disabling.service';
import { requiredRecords } from './required-records';

const DELETIONS = [columnsEvents.deleted, groupsEvents.deleted, formsEvents.deleted, boardsEvents.deleted];
type Deletion = EventOf<(typeof DELETIONS)[number]>;

/** A deleted record. */
interface DeletedRecord {
  id: string;
  noun: string;
  name: string;
  boardId: BoardId;
}

/** Disables automations that cannot do without a record that was deleted; their creators are notified. */
@Subscriber({ name: 'automations.deleted-records', events: DELETIONS })
@Injectable()
export class DeletedRecordsSubscriber implements EventSubscriber<Deletion> {
  constructor(
    private readonly automations: AutomationsRepository,
    private readonly disabling: DisablingService,
  ) {}

  async handle(events: readonly Deletion[], tx: InTransaction<DatabaseContext>): Promise<void> {
    for (const organizationId of new Set(events.map((event) => event.organizationId))) {
      const deleted = events.filter((event) => event.organizationId === organizationId).map(deletedRecord);
      await this.disable(tx, organizationId, deleted);
    }
  }

  private async disable(
    outer: InTransaction<DatabaseContext>,
    organizationId: OrganizationId,
    deleted: readonly DeletedRecord[],
  ): Promise<void> {
    const tx = { ...outer, organizationId };
    const naming = await this.automations.lockNaming(
      tx,
      deleted.map(({ id }) => id),
    );
    for (const automation of naming) {
      const { boardId } = automation;
      const required = requiredRecords(definitionOf(automation));
      // No user sees the automations of a deleted board.
      const missing = deleted.find((record) => required.has(record.id) && record.id !== boardId);
      if (missing !== undefined) await this.disabling.disable(tx, automation, reasonOf(missing, boardId));
    }
  }
}

/** Without the names of other boards: all who see the board of the automation read the reason. */
function reasonOf({ noun, name, boardId }: DeletedRecord, ownBoardId: BoardId): string {
  if (boardId === ownBoardId) return `The ${noun} ${name} was deleted`;
  return noun === 'board' ? 'Another board was deleted' : `A ${noun} of another board was deleted`;
}

function deletedRecord(event: Deletion): DeletedRecord {
  const { boardId } = event;
  if (columnsEvents.deleted.is(event)) return { noun: 'column', ...event.data.column, boardId };
  if (groupsEvents.deleted.is(event)) return { noun: 'group', ...event.data.group, boardId };
  if (formsEvents.deleted.is(event)) return { noun: 'form', ...event.data.form, boardId };
  return { noun: 'board', ...event.data.board, boardId };
}
