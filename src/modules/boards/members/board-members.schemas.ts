import { z } from 'zod';
import { BOARD_PERMISSIONS } from '../../../access/role';
import * as schema from '../../../rpc/schema';
import { memberReference } from '../../hierarchy';

const permission = z.enum(BOARD_PERMISSIONS);

const boardMember = z.object({
  boardId: schema.id('board'),
  ...memberReference.shape,
  permission,
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});

export type BoardMemberOutput = z.output<typeof boardMember>;

export const boardMembersList = {
  input: z.strictObject({ boardId: schema.id('board'), ...schema.page('user') }),
  output: z.object({ members: z.array(boardMember), nextCursor: schema.nextCursor }),
};

export const boardMembersAdd = {
  input: z.strictObject({ boardId: schema.id('board'), userId: schema.id('user'), permission }),
  output: boardMember,
};

export const boardMembersRemove = {
  input: z.strictObject({ boardId: schema.id('board'), userId: schema.id('user') }),
  output: schema.success,
};
