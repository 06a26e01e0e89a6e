import type { UserId } from '../../kernel/ids';
import { hidden, policy } from '../../access/policy';
import { isAdministrator } from '../../access/role';

/** A change of the organization or the account, which is on no board. */
export const undoWithoutBoard = policy<void>(
  ({ placeLimits }) => placeLimits === undefined,
  hidden('change'),
);

/** Undo a change that this user made; null: an automation or a form. Administrators undo those of everyone. */
export const undoChange = policy<{ actorId: UserId | null }>(
  ({ userId, role }, { actorId }) => actorId === userId || isAdministrator(role),
  hidden('change'),
);
