/**
 * Names of the inputs of caches. A transaction that changes one touches its topic (Transaction.touch), and its
 * commit invalidates the dependent cache entries on every replica.
 */

/** A user's memberships, roles and workspaces, in any organization. */
export const memberTopic = (userId: string): string => `member:${userId}`;

/** An organization's own record. */
export const organizationTopic = (organizationId: string): string => `organization:${organizationId}`;

/** A workspace's or a project's own record: visibility, archive, deletion. */
export const workspaceTopic = (workspaceId: string): string => `workspace:${workspaceId}`;
export const projectTopic = (projectId: string): string => `project:${projectId}`;

/** A board's record, groups or columns. */
export const boardTopic = (boardId: string): string => `board:${boardId}`;
