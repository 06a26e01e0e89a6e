import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { columnSchema } from '../columns';
import { callerAccess } from '../hierarchy';
import { BOARD_VIEWS } from './board-view';

/** The maximum number of groups, and of columns, in one boards.create. */
const MAX_NEW_GROUPS = 100;
const MAX_NEW_COLUMNS = 200;

/** A board's groups are read and shown all together; up to this number that is fast (decision 0028). */
export const GROUPS_MAX = 1_000;

/** The maximum number of boards in one boards.reorder: twice as many as a project shows at once. */
export const BOARDS_ORDERED_MAX = 1_000;

const defaultView = z.enum(BOARD_VIEWS);

const summary = z.object({
  id: schema.id('board'),
  name: z.string(),
  projectId: schema.id('project'),
  defaultView,
  createdBy: schema.id('user'),
  archivedAt: schema.timestamp.nullable(),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});

export const group = z.object({
  id: schema.id('group'),
  name: z.string(),
  color: schema.hexColor,
  position: z.int(),
  collapsed: z.boolean(),
  archivedAt: schema.timestamp.nullable(),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});

export const board = summary.extend({ groups: z.array(group), columns: z.array(columnSchema) });

/** The live items of a board, without sub-items. */
const itemCount = z.int();

export const listedBoard = summary.extend({ itemCount, access: callerAccess });

export const boardsList = {
  input: z.strictObject({
    projectId: schema.id('project'),
    ...schema.page('board'),
    archived: z.boolean().default(false),
  }),
  output: z.object({ boards: z.array(listedBoard), nextCursor: schema.nextCursor }),
};

export const boardsGet = {
  input: z.strictObject({ id: schema.id('board'), archived: z.boolean().default(false) }),
  output: board.extend({ itemCount, access: callerAccess }),
};

export const boardsCreate = {
  input: z.strictObject({
    projectId: schema.id('project'),
    name: schema.name(),
    defaultView: defaultView.optional(),
    groups: z
      .array(z.strictObject({ name: schema.name(), color: schema.hexColor.optional() }))
      .max(MAX_NEW_GROUPS, `Must be at most ${MAX_NEW_GROUPS} groups`)
      .optional(),
    columns: z
      // The columns module checks type and config.
      .array(z.strictObject({ name: schema.name(), type: z.string(), config: z.unknown().optional() }))
      .max(MAX_NEW_COLUMNS, `Must be at most ${MAX_NEW_COLUMNS} columns`)
      .optional(),
    templateId: schema.id('template').optional(),
  }),
  output: board,
};

export const boardsUpdate = {
  input: z.strictObject({
    id: schema.id('board'),
    name: schema.name().optional(),
    defaultView: defaultView.optional(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: board,
};

export const boardsDuplicate = {
  input: z.strictObject({
    id: schema.id('board'),
    name: schema.name().optional(),
    includeItems: z.boolean().default(false),
    includeAutomations: z.boolean().default(true),
  }),
  output: board,
};

export const boardsDelete = {
  input: z.strictObject({ id: schema.id('board'), expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: schema.success,
};

export const boardsArchive = {
  input: z.strictObject({ id: schema.id('board'), expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: board,
};

export const boardsMove = {
  input: z.strictObject({
    id: schema.id('board'),
    projectId: schema.id('project'),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: board,
};

export const boardsReorder = {
  input: z.strictObject({
    projectId: schema.id('project'),
    boardIds: z
      .array(schema.id('board'))
      .max(BOARDS_ORDERED_MAX, `Must be at most ${BOARDS_ORDERED_MAX} boards`),
  }),
  output: schema.success,
};

export const groupsCreate = {
  input: z.strictObject({
    boardId: schema.id('board'),
    name: schema.name(),
    color: schema.hexColor.optional(),
    position: z.int('Must be a whole number').min(0, 'Must be at least 0').optional(),
  }),
  output: group,
};

export const groupsUpdate = {
  input: z.strictObject({
    id: schema.id('group'),
    name: schema.name().optional(),
    color: schema.hexColor.optional(),
    collapsed: z.boolean().optional(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: group,
};

export const groupsReorder = {
  input: z.strictObject({
    boardId: schema.id('board'),
    groupIds: z.array(schema.id('group')).max(GROUPS_MAX, `Must be at most ${GROUPS_MAX} groups`),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: board,
};

export const groupsArchive = {
  input: z.strictObject({ id: schema.id('group'), expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: group,
};

export const groupsDuplicate = {
  input: z.strictObject({
    id: schema.id('group'),
    name: schema.name().optional(),
    items: z.boolean().default(true),
  }),
  output: group,
};

export const groupsDelete = {
  input: z.strictObject({
    id: schema.id('group'),
    moveItemsTo: schema.id('group').optional(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: schema.success,
};

export type BoardsListInput = z.output<typeof boardsList.input>;
export type BoardsCreateInput = z.output<typeof boardsCreate.input>;
export type BoardsUpdateInput = z.output<typeof boardsUpdate.input>;
export type BoardsDuplicateInput = z.output<typeof boardsDuplicate.input>;
export type BoardsArchiveInput = z.output<typeof boardsArchive.input>;
export type BoardsMoveInput = z.output<typeof boardsMove.input>;
export type BoardsReorderInput = z.output<typeof boardsReorder.input>;
export type BoardSummaryOutput = z.output<typeof summary>;
export type CountedBoardOutput = Omit<z.output<typeof listedBoard>, 'access'>;
export type BoardOutput = z.output<typeof board>;
export type GroupOutput = z.output<typeof group>;
export type GroupsCreateInput = z.output<typeof groupsCreate.input>;
export type GroupsUpdateInput = z.output<typeof groupsUpdate.input>;
export type GroupsReorderInput = z.output<typeof groupsReorder.input>;
export type GroupsArchiveInput = z.output<typeof groupsArchive.input>;
export type GroupsDuplicateInput = z.output<typeof groupsDuplicate.input>;
export type GroupsDeleteInput = z.output<typeof groupsDelete.input>;
