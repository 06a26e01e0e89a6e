import type { EventDefinition, EventOf } from '../../../platform/events/define-event';
import { automationsEvents } from '../../automations/automations.events';
import { boardsEvents, groupsEvents } from '../../boards/boards.events';
import { columnsEvents } from '../../columns/columns.events';
import { valuesEvents } from '../../columns/values.events';
import { commentsEvents } from '../../comments/comments.events';
import { formsEvents, submissionsEvents } from '../../forms/forms.events';
import { itemsEvents } from '../../items/items.events';
import { membersEvents } from '../../members/members.events';
import type { CurrentRecords } from './current-records';
import type { RecordIds } from './wanted-records';

type Fields = { readonly [field: string]: unknown };

/** How an event gets the fields of its public data that are not in its payload. */
export interface Presentation<E = never> {
  readonly definition: EventDefinition;
  /** The records to read, beside the board of the event. */
  readonly wants: (event: E) => RecordIds;
  readonly read: (event: E, records: CurrentRecords) => Fields;
}

const NOTHING = (): RecordIds => ({});

function present<D extends EventDefinition>(
  definition: D,
  wants: (event: EventOf<D>) => RecordIds,
  read: (event: EventOf<D>, records: CurrentRecords) => Fields,
): Presentation {
  return { definition, wants, read };
}

const wholeItems = [itemsEvents.created, itemsEvents.archived, itemsEvents.trashed, itemsEvents.restored].map(
  (definition) =>
    present(
      definition as typeof itemsEvents.archived,
      ({ itemId }) => ({ item: itemId }),
      ({ boardId, itemId }, records) => ({ item: records.item(boardId, itemId) }),
    ),
);

const itemIds = [itemsEvents.removed, itemsEvents.deleted].map((definition) =>
  present(definition as typeof itemsEvents.deleted, NOTHING, ({ boardId, itemId }) => ({
    item: { id: itemId, boardId },
  })),
);

const comments = [commentsEvents.created, commentsEvents.updated].map((definition) =>
  present(
    definition as typeof commentsEvents.created,
    ({ data }) => ({ comment: data.commentId }),
    ({ boardId, itemId, data }, records) => ({
      comment: records.comment(boardId, { id: data.commentId, itemId }),
    }),
  ),
);

const columns = [columnsEvents.created, columnsEvents.updated].map((definition) =>
  present(definition, NOTHING, ({ boardId, data }, records) => ({
    column: records.column(boardId, data.column.id),
  })),
);

const groups = [groupsEvents.created, groupsEvents.updated, groupsEvents.restored].map((definition) =>
  present(definition, NOTHING, ({ boardId, data }, records) => ({
    group: records.group(boardId, data.group.id),
  })),
);

const boards = [
  boardsEvents.created,
  boardsEvents.updated,
  boardsEvents.archived,
  boardsEvents.restored,
  boardsEvents.moved,
].map((definition) =>
  present(definition as typeof boardsEvents.created, NOTHING, ({ data }, records) => ({
    board: records.board(data.board),
  })),
);

const forms = [
  formsEvents.created,
  formsEvents.updated,
  formsEvents.published,
  formsEvents.closed,
  formsEvents.unpublished,
  submissionsEvents.updated,
].map((definition) =>
  present(
    definition as typeof formsEvents.created,
    ({ data }) => ({ form: data.form.id }),
    ({ boardId, data }, records) => ({ form: records.form(boardId, data.form.id) }),
  ),
);

const automations = [
  automationsEvents.created,
  automationsEvents.updated,
  automationsEvents.enabled,
  automationsEvents.disabled,
].map((definition) =>
  present(definition as typeof automationsEvents.created, NOTHING, ({ data: { automation } }) => ({
    automation: { id: automation.id, enabled: automation.enabled },
  })),
);

/** Events that show more than fields of their payload. Deletions show only ids. */
export const PRESENTATIONS: readonly Presentation[] = [
  ...wholeItems,
  present(
    itemsEvents.updated,
    ({ itemId }) => ({ item: itemId }),
    ({ boardId, itemId, data: { changes, previous } }, records) => ({
      item: records.item(boardId, itemId),
      ...(records.hasItem(boardId, itemId) ? { changes, previous } : {}),
    }),
  ),
  present(
    itemsEvents.moved,
    ({ itemId }) => ({ item: itemId }),
    ({ boardId, itemId, data: { previousGroupId } }, records) => ({
      item: records.item(boardId, itemId),
      ...(previousGroupId === undefined ? {} : { previousGroupId }),
    }),
  ),
  ...itemIds,
  present(
    valuesEvents.changed,
    ({ itemId }) => ({ item: itemId }),
    ({ boardId, itemId, data: { columnId, ...stored } }, records) => {
      const item = records.item(boardId, itemId);
      const value = records.value(boardId, columnId, stored.value);
      if (value === undefined || !records.hasItem(boardId, itemId)) return { item };
      return { item, value, previousValue: records.value(boardId, columnId, stored.previousValue) };
    },
  ),
  ...comments,
  ...columns,
  present(columnsEvents.deleted, NOTHING, ({ boardId, data }) => ({
    column: { id: data.column.id, boardId },
  })),
  ...groups,
  present(groupsEvents.reordered, NOTHING, ({ boardId, data }, records) => ({
    groups: data.groups.map(({ id }) => records.group(boardId, id)),
  })),
  present(groupsEvents.archived, NOTHING, ({ data }) => ({ group: { id: data.group.id } })),
  present(groupsEvents.deleted, NOTHING, ({ data }) => ({ group: { id: data.group.id } })),
  ...boards,
  present(boardsEvents.deleted, NOTHING, ({ data: { board } }) => ({
    board: { id: board.id, projectId: board.projectId },
  })),
  ...forms,
  present(formsEvents.deleted, NOTHING, ({ data }) => ({ form: { id: data.form.id } })),
  present(
    formsEvents.submitted,
    ({ data }) => ({ form: data.form.id, submission: data.submissionId }),
    ({ boardId, data: { form, submissionId } }, records) => ({
      form: records.form(boardId, form.id),
      submission: records.submission(boardId, { id: submissionId, formId: form.id }),
    }),
  ),
  ...automations,
  present(automationsEvents.deleted, NOTHING, ({ data }) => ({ automation: { id: data.automation.id } })),
  present(
    membersEvents.invited,
    ({ data }) => ({ invitation: data.invitation.invitationId }),
    ({ data }, records) => ({ invitation: records.invitation(data.invitation.invitationId) }),
  ),
  present(membersEvents.removed, NOTHING, ({ data }) => ({ member: { id: data.member.id } })),
];
