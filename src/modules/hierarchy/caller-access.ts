import { z } from 'zod';
import type { WorkspaceAccess } from './workspace-access';

/** What the caller can do in a workspace, a project or on a board, as its responses show it. */
export const callerAccess = z.object({
  edit: z.boolean(),
  build: z.boolean(),
  delete: z.boolean(),
  comment: z.boolean(),
  share: z.boolean(),
});

/** `share`: whether the caller can add others, which differs between workspaces and boards. */
export function presentAccess(
  { canSee, canEditItems, canDeleteItems, canBuild }: WorkspaceAccess,
  share: boolean,
): z.output<typeof callerAccess> {
  return { edit: canEditItems, build: canBuild, delete: canDeleteItems, comment: canSee, share };
}
