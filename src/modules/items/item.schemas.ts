import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { userReference } from '../hierarchy';

/** Errors of computed columns, by column id; absent when none has failed. */
export const errors = z.record(z.string(), z.string()).optional();

export const listedItem = z.object({
  id: schema.id('item'),
  name: z.string(),
  boardId: schema.id('board'),
  groupId: schema.id('group'),
  parentId: schema.id('item').nullable(),
  position: z.int(),
  createdBy: schema.id('user'),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
  values: z.record(z.string(), z.unknown()),
  errors,
});

/** The names of records that a response refers to by id, if `include` requests them. */
export const included = z
  .object({
    people: z.array(userReference).optional(),
    links: z
      .array(z.object({ id: schema.id('item'), name: z.string(), boardId: schema.id('board') }))
      .optional(),
  })
  .optional();

export const item = listedItem.extend({ description: z.string().nullable() });
