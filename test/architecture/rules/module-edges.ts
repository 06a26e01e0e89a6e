import { importsOf, moduleOf, type SourceFile, type Violation } from '../source-file';

/**
 * Which module may import which: containers what they contain, because they create, copy, count and clear it. Everyone
 * may import hierarchy, which resolves parents and imports no module. Templates are below the modules that use them.
 */
export const ALLOWED_EDGES: Readonly<Record<string, readonly string[]>> = {
  // An archive contains the sealed audit log, and its download requires a recent sign-in. An import writes records of all modules:
  // what they encrypt, sanitize or encode, they say, and what their calls accept.
  archives: [
    'accounts',
    'activity',
    'audit',
    'automations',
    'columns',
    'comments',
    'exchange',
    'files',
    'forms',
    'items',
    'members',
    'notifications',
    'organizations',
    'preferences',
    'sso',
    'views',
    'webhooks',
  ],
  accounts: ['erasure', 'organizations', 'members', 'tokens'],
  // The audit log erases people in its own way, because its chain remains valid.
  erasure: ['audit'],
  'identity-providers': ['accounts', 'members'],
  // A session that was begun at an organization's host goes on at the apex.
  oauth: ['accounts'],
  organizations: ['members'],
  // Tools have the input schemas of the API's descriptions.
  mcp: ['api-reference'],
  members: ['columns', 'workspaces'],
  workspaces: ['projects'],
  // The default view of a board is one that the user sees.
  preferences: ['views'],
  projects: ['boards', 'templates'],
  boards: ['columns', 'items', 'templates'],
  // Lists take the conditions and the order of a saved view.
  items: ['columns', 'stored-values', 'views'],
  columns: ['files', 'stored-values'],
  // Automations do what users do: their actions call the services of procedures.
  automations: ['boards', 'columns', 'forms', 'items', 'organizations'],
  // An undo reverses changes of items and deletions of groups, and finds those of an import.
  changes: ['boards', 'exchange', 'items'],
  comments: ['files'],
  // Events show the records that they are about in the shape of the API.
  events: ['boards', 'columns', 'comments', 'forms', 'items', 'members'],
  exchange: ['boards', 'columns', 'files', 'items'],
  activity: ['columns'],
  forms: ['boards', 'columns', 'files', 'items'],
  pages: ['accounts', 'identity-providers', 'members', 'organizations'],
  scim: ['accounts', 'members', 'sso', 'tokens'],
  realtime: ['columns', 'events', 'notifications'],
  search: ['columns'],
  templates: ['columns'],
  views: ['columns'],
  // Service accounts are users, members and owners of tokens.
  'service-accounts': ['accounts', 'members', 'tokens'],
  sso: ['accounts', 'identity-providers', 'members', 'organizations'],
  webhooks: ['events', 'organizations'],
};

const EVENTS = /\.events$/;

/**
 * A module imports another only through its index, and only where the list allows the pair. Definitions of events are
 * open to all: effects between modules that the list does not allow are subscriptions.
 */
export function moduleEdges(files: readonly SourceFile[], allowed = ALLOWED_EDGES): Violation[] {
  return files.flatMap((file) => {
    const own = moduleOf(file.path);
    if (own === null) return [];
    return importsOf(file).flatMap(({ target }) => {
      const other = moduleOf(target);
      if (other === null || (other !== own && EVENTS.test(target))) return [];
      const violation = (message: string) => [{ path: file.path, message }];
      if (other === own) {
        return target === `src/modules/${own}`
          ? violation('imports its own index: import the file itself')
          : [];
      }
      if (target !== `src/modules/${other}`) {
        return violation(`imports ${target}, an inside of ${other}: use what its index offers`);
      }
      if (other !== 'hierarchy' && !(allowed[own] ?? []).includes(other)) {
        return violation(
          `${own} may not import ${other}: ask hierarchy, subscribe to its events, or add the edge with a reason`,
        );
      }
      return [];
    });
  });
}
