import { z } from 'zod';
import * as schema from '../../rpc/schema';

export const ACCESS_LEVELS = ['none', 'view', 'comment', 'edit', 'manage'] as const;

export const ACCESS_RULES = [
  'organization_owner',
  'organization_admin',
  'workspace_admin',
  'workspace_member',
  'workspace_viewer',
  'group',
  'workspace_open',
  'board_shared_edit',
  'board_shared_view',
  'not_an_active_member',
  'workspace_closed',
  'board_not_shared',
  'board_archived',
] as const;

export const accessExplain = {
  input: z
    .strictObject({
      boardId: schema.id('board').optional(),
      itemId: schema.id('item').optional(),
      userId: schema.id('user'),
    })
    .refine(({ boardId, itemId }) => (boardId === undefined) !== (itemId === undefined), {
      path: ['boardId'],
      error: 'Send either boardId or itemId',
    }),
  output: z.object({
    access: z.enum(ACCESS_LEVELS),
    because: z.array(
      // The id and the name are those of the group, workspace or board to which the rule applies.
      z.object({ rule: z.enum(ACCESS_RULES), id: z.string().optional(), name: z.string().optional() }),
    ),
  }),
};
