import type { Scope } from './scope';

/** What a scope allows a program to do for its user, in the words of the specification. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  read: 'read all resources that you can see',
  write: 'create and update',
  delete: 'delete',
  admin: 'manage organization settings and members',
  webhooks: 'manage webhook configurations',
};
