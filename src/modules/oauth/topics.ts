/** Names of the records that cached access tokens depend on (`src/modules/hierarchy/topics.ts`). */

export const applicationTopic = (applicationId: string): string => `application:${applicationId}`;

/** A grant and all its token families. */
export const grantTopic = (grantId: string): string => `grant:${grantId}`;
