import { z } from 'zod';
import { ID_PREFIXES } from '../../kernel/ids';
import * as schema from '../../rpc/schema';
import { SEARCH_TYPES } from './search-types';

export const QUESTION_MAX = 200;

const question = z
  .string()
  .trim()
  .min(1, 'Must not be empty')
  .max(QUESTION_MAX, `Must be at most ${QUESTION_MAX} characters`);

const type = z.enum(SEARCH_TYPES);

const prefixes = SEARCH_TYPES.map((noun) => ID_PREFIXES[noun]).join('|');
const cursor = z
  .string()
  .regex(new RegExp(`^(?:${prefixes})_[0-9A-HJKMNP-TV-Z]{26}$`), 'Must be the id of a result');

const result = z.object({
  type,
  id: z.string(),
  /** Of a comment: the name of its item. */
  name: z.string(),
  /** Where the match is, if it is not in the name. */
  snippet: z.string().nullable(),
  /** The item itself, or the item of a comment. */
  itemId: schema.id('item').nullable(),
  boardId: schema.id('board').nullable(),
  boardName: z.string().nullable(),
  projectId: schema.id('project'),
  projectName: z.string(),
  workspaceId: schema.id('workspace'),
  workspaceName: z.string(),
  /** Whether it, its project or its workspace is archived. */
  archived: z.boolean(),
});

export const searchQuery = {
  input: z.strictObject({
    q: question,
    types: z
      .array(type)
      .min(1, 'Must name at least one type')
      .max(SEARCH_TYPES.length, `Must name at most ${SEARCH_TYPES.length} types`)
      .refine((types) => new Set(types).size === types.length, 'Must not repeat a type')
      .default([...SEARCH_TYPES]),
    workspaceId: schema.id('workspace').optional(),
    cursor: cursor.nullish(),
    limit: schema.pageLimit,
  }),
  output: z.object({ results: z.array(result), nextCursor: schema.nextCursor }),
};

export type SearchQueryInput = z.output<typeof searchQuery.input>;
export type SearchResult = z.output<typeof result>;
