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

/** Of an archived board, which is read-only. */
const NOTHING = { edit: false, build: false, delete: false, comment: false, share: false };

/** `share`: whether the caller can add others, which differs between workspaces and boards. */
export function presentAccess(
  { canSee, canEditItems, canDeleteItems, canBuild, isArchived }: WorkspaceAccess,
  share: boolean,
): z.output<typeof callerAccess> {
  if (isArchived) return NOTHING;
  return { edit: canEditItems, build: canBuild, delete: canDeleteItems, comment: canSee, share };
}
