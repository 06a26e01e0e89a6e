import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { BOARD_VIEWS } from '../boards';
import { callerAccess } from '../hierarchy';

export const project = z.object({
  id: schema.id('project'),
  name: z.string(),
  description: z.string().nullable(),
  workspaceId: schema.id('workspace'),
  icon: z.string().nullable(),
  createdBy: schema.id('user'),
  archivedAt: schema.timestamp.nullable(),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});

const board = z.object({ id: schema.id('board'), name: z.string(), defaultView: z.enum(BOARD_VIEWS) });

const projectWithBoards = project.extend({ boards: z.array(board) });

export const projectsList = {
  input: z.strictObject({
    workspaceId: schema.id('workspace'),
    ...schema.page('project'),
    search: schema.search,
    // True lists only archived projects (decision 0023).
    archived: z.boolean().default(false),
  }),
  output: z.object({
    projects: z.array(project.extend({ boardCount: z.int(), itemCount: z.int(), access: callerAccess })),
    nextCursor: schema.nextCursor,
  }),
};

export const projectsGet = {
  input: z.strictObject({ id: schema.id('project') }),
  output: projectWithBoards.extend({ access: callerAccess }),
};

export const projectsCreate = {
  input: z.strictObject({
    workspaceId: schema.id('workspace'),
    name: schema.name(),
    description: schema.description.optional(),
    icon: schema.icon.optional(),
    templateId: schema.id('template').optional(),
  }),
  output: projectWithBoards,
};

export const projectsUpdate = {
  input: z.strictObject({
    id: schema.id('project'),
    name: schema.name().optional(),
    description: schema.description.nullish(),
    icon: schema.icon.nullish(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: project,
};

export const projectsDuplicate = {
  input: z.strictObject({
    id: schema.id('project'),
    name: schema.name().optional(),
    includeItems: z.boolean().default(false),
    includeAutomations: z.boolean().default(true),
  }),
  output: projectWithBoards,
};

export const projectsArchive = {
  input: z.strictObject({ id: schema.id('project'), expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: project,
};

export const projectsDelete = {
  input: z.strictObject({ id: schema.id('project'), expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: schema.success,
};

export type ProjectsListInput = z.output<typeof projectsList.input>;
export type ProjectsCreateInput = z.output<typeof projectsCreate.input>;
export type ProjectsUpdateInput = z.output<typeof projectsUpdate.input>;
export type ProjectsDuplicateInput = z.output<typeof projectsDuplicate.input>;
export type ProjectOutput = z.output<typeof project>;
export type ProjectWithBoardsOutput = z.output<typeof projectWithBoards>;
