import type { Requirement } from '../../src/access/requirement';

/**
 * Who may call what, as a reader of the contract would write it (section 5): scope, then the least organization role.
 * Records are judged further, procedure by procedure. A new procedure fails the suite until it stands here.
 */
export const ACCESS_TABLE: Readonly<Record<string, `${Requirement['scope']} ${Requirement['role']}`>> = {
  'auth.me': 'read person',
  'auth.tokens.list': 'read guest',
  'auth.tokens.revoke': 'write guest',

  'organizations.create': 'admin person',
  'organizations.get': 'read guest',
  'organizations.update': 'admin admin',
  'organizations.members.list': 'read member',

  'workspaces.list': 'read guest',
  'workspaces.get': 'read guest',
  'workspaces.create': 'write admin',
  'workspaces.update': 'write member',
  'workspaces.archive': 'write member',
  'workspaces.restore': 'write member',
  'workspaces.delete': 'delete admin',
  'workspaces.members.list': 'read guest',
  'workspaces.members.add': 'write member',
  'workspaces.members.updateRole': 'write member',
  'workspaces.members.remove': 'write member',

  'projects.list': 'read guest',
  'projects.get': 'read guest',
  'projects.create': 'write member',
  'projects.update': 'write member',
  'projects.duplicate': 'write member',
  'projects.archive': 'write member',
  'projects.restore': 'write member',
  'projects.delete': 'delete member',

  'boards.list': 'read guest',
  'boards.get': 'read guest',
  'boards.create': 'write member',
  'boards.update': 'write member',
  'boards.duplicate': 'write member',
  'boards.delete': 'delete member',
  'boards.export': 'read guest',
  'boards.import': 'write guest',
  'boards.imports.get': 'read guest',
  'boards.groups.create': 'write member',
  'boards.groups.update': 'write member',
  'boards.groups.reorder': 'write member',
  'boards.groups.delete': 'delete member',

  'templates.list': 'read member',
  'templates.get': 'read member',
  'templates.create': 'write member',
  'templates.delete': 'delete member',

  'activity.list': 'read guest',

  'views.list': 'read guest',
  'views.create': 'write member',
  'views.update': 'write member',
  'views.delete': 'delete member',

  'columns.list': 'read guest',
  'columns.create': 'write member',
  'columns.update': 'write member',
  'columns.reorder': 'write member',
  'columns.duplicate': 'write member',
  'columns.delete': 'delete member',

  'items.list': 'read guest',
  'items.get': 'read guest',
  'items.create': 'write guest',
  'items.update': 'write guest',
  'items.setValue': 'write guest',
  'items.bulkUpdate': 'write guest',
  'items.move': 'write guest',
  'items.reorder': 'write guest',
  'items.archive': 'write guest',
  'items.bulkArchive': 'write guest',
  'items.restore': 'write guest',
  'items.delete': 'delete guest',
  'items.bulkDelete': 'delete guest',
  'items.bulkCreate': 'write guest',
  'items.bulkMove': 'write guest',
  'items.duplicate': 'write guest',

  'trash.list': 'read guest',
  'trash.purge': 'delete guest',

  'search.query': 'read guest',
};
