/** The scope of a token (specification, "Personal access tokens"). A session has every scope. */
export const SCOPES = ['read', 'write', 'delete', 'admin', 'webhooks'] as const;
export type Scope = (typeof SCOPES)[number];

export const EVERY_SCOPE: ReadonlySet<Scope> = new Set(SCOPES);

/** What a scope allows a program to do for its user, in the words of the specification. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  read: 'read all resources that you can see',
  write: 'create and update',
  delete: 'delete',
  admin: 'manage organization settings and members',
  webhooks: 'manage webhook configurations',
};
