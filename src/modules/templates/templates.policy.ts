import type { UserId } from '../../kernel/ids';
import type { Principal } from '../../access/principal';
import { isAdministrator } from '../../access/role';

/** Who may do what with the organization's templates, which all of its members see (decision 0043). */
export const templatesPolicy = {
  /** Whoever may make boards somewhere, and so could use it. */
  mayCreate: ({ role, workspaceRoles }: Pick<Principal, 'role' | 'workspaceRoles'>): boolean =>
    isAdministrator(role) || [...workspaceRoles.values()].some((each) => each !== 'viewer'),
  mayDelete: ({ role, userId }: Pick<Principal, 'role' | 'userId'>, createdBy: UserId | null): boolean =>
    isAdministrator(role) || createdBy === userId,
};
