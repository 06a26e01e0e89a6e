/** Names of what remembered access tokens are made from (`src/modules/hierarchy/topics.ts`). */

export const applicationTopic = (applicationId: string): string => `application:${applicationId}`;

/** A grant and every family of tokens in it. */
export const grantTopic = (grantId: string): string => `grant:${grantId}`;
