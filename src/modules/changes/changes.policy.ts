import type { UserId } from '../../kernel/ids';
import { hidden, policy } from '../../access/policy';
import { isAdministrator } from '../../access/role';

/** Undo a change that this user made; null: an automation or a form. Administrators undo those of everyone. */
export const undoChange = policy<{ actorId: UserId | null }>(
  ({ userId, role }, { actorId }) => actorId === userId || isAdministrator(role),
  hidden('change'),
);
