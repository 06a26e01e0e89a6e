/** The scope of a token (specification, "Personal access tokens"). A session has every scope. */
export const SCOPES = ['read', 'write', 'delete', 'admin', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];

export const EVERY_SCOPE: ReadonlySet<Scope> = new Set(SCOPES);
