import { definitionOf, misplacedPart } from '../../../automations';
import { conditionColumns, filtersSchema } from '../../../columns';
import { rejectStoredForm } from '../../../forms';
import { columnsInOptions, type ViewOptions } from '../../../views';
import type { ArchivedRecord } from '../../reading/verify-archive';
import type { ArchivedTable } from '../../writing/archived-tables';
import { RecordMalformed, shapedRecord, withoutHeaders } from '../record-shapes';
import type { ArchivedPlaces } from './archived-places';

type Check = (record: ArchivedRecord, places: ArchivedPlaces) => void;

/**
 * Checks of records against the places of others. The shapes of the records are checked before. What calls can leave behind is no
 * problem: names of records that were deleted, and the former group of an item in Trash.
 */
const CHECKS: Partial<Readonly<Record<ArchivedTable, Check>>> = {
  boards: ({ project_id: projectId, workspace_id: workspaceId }, places) => {
    if (places.parentOf(projectId as string) !== workspaceId)
      throw new RecordMalformed('workspace_id: Must be the workspace of the project');
  },
  columns: onBoard,
  groups: onBoard,
  automations: (record, places) => {
    onBoard(record, places);
    const { board_id: boardId, trigger_type: type, trigger_config: config, conditions, actions } = record;
    const definition = definitionOf({
      trigger: { type, config },
      conditions,
      actions: withoutHeaders(actions),
    } as Parameters<typeof definitionOf>[0]);
    const misplaced = misplacedPart(definition, boardId as string, (id) => places.boardOf(id));
    if (misplaced !== null) throw new RecordMalformed(`${misplaced}: Names a record of another board`);
  },
  automation_executions: ({ automation_id: automationId, board_id: boardId }, places) => {
    // An automation is deleted before its executions.
    const home = places.parentOf(automationId as string);
    if (home !== undefined && home !== boardId)
      throw new RecordMalformed('board_id: Must be the board of the automation');
  },
  forms: (record, places) => {
    onBoard(record, places);
    const form = { boardId: record.board_id, ...shapedRecord('forms', record) };
    rejectStoredForm(form as Parameters<typeof rejectStoredForm>[0], {
      column: (id) => places.columns.get(id),
      boardOfGroup: (id) => places.parentOf(id),
      wasMember: (id) => places.members.has(id) || places.formerMembers.has(id),
    });
  },
  views: (record, places) => {
    onBoard(record, places);
    const { board_id: boardId, sort_by: sortBy, group_by: groupBy, hidden_columns: hidden } = record;
    const named: Record<string, string[]> = {
      sort_by: typeof sortBy === 'string' ? [sortBy] : [],
      group_by: typeof groupBy === 'string' ? [groupBy] : [],
      hidden_columns: hidden as string[],
      filters: filtersSchema.parse(record.filters).flatMap(conditionColumns),
      // Archives of earlier releases do not have them.
      options: columnsInOptions((record.options ?? {}) as ViewOptions),
    };
    for (const [field, ids] of Object.entries(named))
      for (const id of ids)
        if ((places.columns.get(id)?.boardId ?? boardId) !== boardId)
          throw new RecordMalformed(`${field}: Names a column of another board`);
  },
  trash_entries: ({ board_id: boardId, workspace_id: workspaceId }, places) => {
    const home = places.parentOf(places.parentOf(boardId as string) ?? '');
    if (home !== undefined && home !== workspaceId)
      throw new RecordMalformed('workspace_id: Must be the workspace of the board');
  },
  items: (record, places) => {
    onBoard(record, places);
    const { board_id: boardId, group_id: groupId, trashed_at: trashedAt } = record;
    const home = places.parentOf(groupId as string);
    // Items of a group that was deleted are in Trash.
    if (home === undefined ? trashedAt === null : home !== boardId)
      throw new RecordMalformed('group_id: Must be a group of the board');
  },
};

/** Throws RecordMalformed, or InvalidInput with the path in the record. */
export function checkPlace(table: ArchivedTable, record: ArchivedRecord, places: ArchivedPlaces): void {
  CHECKS[table]?.(record, places);
}

function onBoard({ board_id: boardId }: ArchivedRecord, places: ArchivedPlaces): void {
  if (places.parentOf(boardId as string) === undefined)
    throw new RecordMalformed('board_id: Must be a board of the archive');
}
