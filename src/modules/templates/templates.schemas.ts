import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { columnSchema } from '../columns';
import { TEMPLATE_KINDS } from './template-content';

/** Each board is read separately when a template is created from a project (decision 0043). */
export const TEMPLATE_BOARDS_MAX = 50;

/** Characters of JSON, as many as the body of a request can have. */
export const TEMPLATE_SIZE_MAX = 10 * 1_048_576;

const kind = z.enum(TEMPLATE_KINDS);

export const template = z.object({
  id: schema.id('template'),
  kind,
  name: z.string(),
  isBuiltIn: z.boolean(),
  createdBy: schema.id('user').nullable(),
  createdAt: schema.timestamp.nullable(),
});

const board = z.object({
  name: z.string(),
  defaultView: z.string(),
  groups: z.array(z.object({ name: z.string(), color: schema.hexColor })),
  columns: z.array(
    columnSchema.pick({
      id: true,
      name: true,
      type: true,
      width: true,
      required: true,
      config: true,
      defaultValue: true,
    }),
  ),
});

const wholeTemplate = template.extend({ boards: z.array(board) });

export const templatesList = {
  input: z.strictObject({ kind: kind.optional(), ...schema.page('template') }),
  output: z.object({ templates: z.array(template), nextCursor: schema.nextCursor }),
};

export const templatesGet = {
  input: z.strictObject({ id: schema.id('template') }),
  output: wholeTemplate,
};

export const templatesCreate = {
  input: z
    .strictObject({
      boardId: schema.id('board').optional(),
      projectId: schema.id('project').optional(),
      name: schema.name(),
    })
    .refine(({ boardId, projectId }) => (boardId === undefined) !== (projectId === undefined), {
      path: ['boardId'],
      error: 'Give either boardId or projectId',
    }),
  output: wholeTemplate,
};

export const templatesDelete = {
  input: z.strictObject({ id: schema.id('template') }),
  output: schema.success,
};

export type TemplatesListInput = z.output<typeof templatesList.input>;
export type TemplatesCreateInput = z.output<typeof templatesCreate.input>;
export type TemplateOutput = z.output<typeof template>;
export type WholeTemplateOutput = z.output<typeof wholeTemplate>;
