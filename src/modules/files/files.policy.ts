import { forbidden, policy } from '../../access/policy';

/** Guests upload only for boards that are shared with them for editing (contract §5). */
export const uploadFiles = policy(
  ({ role, sharedBoards }) =>
    role !== 'guest' || [...(sharedBoards?.values() ?? [])].some(({ permission }) => permission === 'edit'),
  forbidden('You can view the boards that are shared with you but not upload files'),
);
