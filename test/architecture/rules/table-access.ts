/** Files that read tables of other modules, each with its reason. */
export const READS: readonly {
  module: string;
  files: readonly string[];
  tables: readonly string[];
  reason: string;
}[] = [
  {
    module: 'erasure',
    files: ['erasure.repository.ts'],
    tables: ['events', 'former_members', 'invitations', 'members', 'organizations', 'users'],
    reason: 'a person is erased from the copies in all tables, in the organizations that know the person',
  },
  {
    module: 'members',
    files: ['departures.read-model.ts'],
    tables: ['organizations'],
    reason: 'the memberships of a deleted account end in the organizations that are not deleted',
  },
  {
    module: 'columns',
    files: [
      'computed-values.repository.ts',
      'people-cells.repository.ts',
      'board-computations.repository.ts',
      'linked-items.read-model.ts',
      'item-field.ts',
    ],
    tables: ['items', 'item_values', 'boards'],
    reason: 'computed columns and filters are computed from the values of items; columns are below items',
  },
  {
    module: 'columns',
    files: [
      'referencing-lookups.read-model.ts',
      'predicate.ts',
      'dependency.read-model.ts',
      'stored-references.read-model.ts',
    ],
    tables: ['item_values', 'items'],
    reason: 'filters, lookups and dependencies search the index of values in one statement',
  },
  {
    module: 'columns',
    files: ['unique-values.service.ts'],
    tables: ['item_values', 'items'],
    reason: 'an error names the item that has a unique value',
  },
  {
    module: 'columns',
    files: ['computation-days.repository.ts'],
    tables: ['organizations'],
    reason: 'formulas are computed again when the local day of an organization begins',
  },
  {
    module: 'items',
    files: [
      'item-candidates.statements.ts',
      'items-list.statements.ts',
      'item-summary.statements.ts',
      'ordered-items.statements.ts',
      'sorted-places.statements.ts',
    ],
    tables: ['item_values'],
    reason: 'a sorted or filtered page is a range scan of the index of values, joined to the items',
  },
  {
    module: 'organizations',
    files: ['keyed-tables.ts'],
    tables: ['activity_terms'],
    reason: 'the purge of an organization deletes entries of the activity, whose keys the terms explain',
  },
  {
    module: 'items',
    files: ['item-orders.repository.ts'],
    tables: ['item_values', 'columns', 'boards'],
    reason:
      'an order is an index of the items in rows of the index of values, for a board or the empty cells of a column',
  },
  {
    module: 'items',
    files: ['item-copies.repository.ts', 'item-loads.repository.ts', 'items-purge.service.ts'],
    tables: ['groups'],
    reason: 'lists are counted by the keys of their groups',
  },
  {
    module: 'stored-values',
    files: [
      'column-values.statements.ts',
      'unique-keys.statements.ts',
      'value-index.statements.ts',
      'column-key.ts',
    ],
    tables: ['items', 'groups', 'columns'],
    reason:
      'values are stored in the rows of the items, whose order the index copies; rows of the index have keys',
  },
  {
    module: 'archives',
    files: ['archived-tables.ts', 'archive-writer.service.ts'],
    tables: ['organizations', 'members', 'files', 'activity_terms'],
    reason: 'an archive contains the records of all modules, read in one snapshot',
  },
  {
    module: 'archives',
    files: ['archive-import.repository.ts'],
    tables: [
      'organizations',
      'users',
      'items',
      'groups',
      'columns',
      'comments',
      'files',
      'form_submissions',
      'activity_terms',
      'event_log_head',
      'notifications',
    ],
    reason: 'an import writes the records of all modules in one transaction, and counts them there',
  },
  {
    module: 'archives',
    files: ['archive-relations.repository.ts'],
    tables: [
      'columns',
      'comments',
      'file_attachments',
      'files',
      'form_submissions',
      'forms',
      'items',
      'notifications',
      'trash_entries',
    ],
    reason: 'an import compares records of modules that no foreign key connects, in one statement each',
  },
  {
    module: 'archives',
    files: ['send-archive-notice.job.ts'],
    tables: ['organizations', 'members', 'users'],
    reason: 'the notice is for the member who started the export',
  },
  {
    module: 'projects',
    files: ['projects.read-model.ts'],
    tables: ['boards', 'groups', 'item_runs'],
    reason: 'a project shows the counts of its boards and items',
  },
  {
    module: 'workspaces',
    files: ['workspaces.read-model.ts'],
    tables: ['projects', 'boards', 'members', 'former_members', 'users'],
    reason: 'a workspace shows the counts of its content, and the names of its members',
  },
  {
    module: 'items',
    files: ['assigned-items.read-model.ts'],
    tables: ['item_values', 'columns', 'boards', 'projects'],
    reason:
      'the items of a user on all boards are found with the index of values, in one statement for a page',
  },
  {
    module: 'boards',
    files: ['boards.read-model.ts'],
    tables: ['item_runs'],
    reason: 'boards show the number of their items, from the counters of their groups',
  },
  {
    module: 'boards',
    files: ['board-members.read-model.ts'],
    tables: ['members', 'former_members', 'users'],
    reason: 'a shared board shows the names of its guests, page by page',
  },
  {
    module: 'items',
    files: ['items.read-model.ts'],
    tables: ['comment_counts', 'file_attachments', 'item_values'],
    reason: 'items.get shows the numbers of comments and files in its one statement',
  },
  {
    module: 'files',
    files: ['file-removals.repository.ts'],
    tables: ['item_values'],
    reason: 'files that no cell refers to are found in one statement for many files',
  },
  {
    module: 'comments',
    files: ['comments.repository.ts', 'comments.read-model.ts'],
    tables: ['items'],
    reason:
      'the statement that creates or lists comments also reads whether their item exists, and its board',
  },
  {
    module: 'comments',
    files: ['comments.repository.ts'],
    tables: ['members'],
    reason: 'a comment that mentions users is created in one statement, which checks that they are members',
  },
  {
    module: 'comments',
    files: ['comment.record.ts'],
    tables: ['users'],
    reason: 'a comment shows the current names of its author and of the users that it mentions',
  },
  {
    module: 'notifications',
    files: ['notification.record.ts'],
    tables: [
      'automations',
      'boards',
      'comments',
      'forms',
      'items',
      'organizations',
      'projects',
      'users',
      'workspaces',
      'workspace_members',
    ],
    reason:
      'notifications show present names, and only of records that the user sees, in the statement of the page',
  },
  {
    module: 'notifications',
    files: ['due-items.repository.ts'],
    tables: ['items', 'item_values', 'organizations'],
    reason:
      'the items that are due are found with the index of values, at the local time of the organization',
  },
  {
    module: 'notifications',
    files: ['sources.read-model.ts'],
    tables: ['columns', 'comments'],
    reason: 'events do not contain who takes part in a thread, nor the types of columns',
  },
  {
    module: 'notifications',
    files: ['notifications.repository.ts', 'preferences.repository.ts', 'notification-mails.repository.ts'],
    tables: ['comments', 'items', 'members', 'organizations', 'users'],
    reason: 'a notification follows its item and comment; mails go to the address of the member',
  },
  {
    module: 'views',
    files: ['views.repository.ts'],
    tables: ['boards'],
    reason: 'locks the board while the number of its views is checked or their order changes',
  },
  {
    module: 'automations',
    files: ['automations.repository.ts'],
    tables: ['boards'],
    reason: 'locks the board while the number of its automations is checked',
  },
  {
    module: 'automations',
    files: ['executions.repository.ts'],
    tables: ['boards', 'projects', 'workspaces'],
    reason: 'an execution ends with one statement, which does nothing if its board was deleted meanwhile',
  },
  {
    module: 'automations',
    files: ['hooks.repository.ts'],
    tables: ['boards', 'projects', 'workspaces'],
    reason:
      'a hook is open only while the parents of its automation are, and is found by anyone with one statement',
  },
  {
    module: 'automations',
    files: ['effect-claims.repository.ts', 'effect-lag.read-model.ts'],
    tables: ['organizations'],
    reason: 'a mail names the organization; effects of a deleted organization are not sent',
  },
  {
    module: 'automations',
    files: ['schedules.repository.ts'],
    tables: ['organizations'],
    reason:
      'due times are stored for the time zone of the organization, which must not change at the same moment',
  },
  {
    module: 'automations',
    files: ['schedule-claims.repository.ts'],
    tables: ['boards', 'organizations', 'projects', 'workspaces'],
    reason:
      'one statement claims what is due of all organizations, with the time zone and what is archived or in Trash',
  },
  {
    module: 'automations',
    files: ['dated-items.read-model.ts'],
    tables: ['items', 'item_values'],
    reason: 'finds the items whose date arrives in the index of values',
  },
  {
    module: 'boards',
    files: ['boards.repository.ts'],
    tables: ['projects'],
    reason: 'locks projects while the order of their boards changes',
  },
  {
    module: 'forms',
    files: ['forms.repository.ts', 'open-forms.read-model.ts'],
    tables: ['boards', 'projects', 'workspaces'],
    reason:
      'locks the board while the number of its forms is checked; a form is open only while its parents are',
  },
  {
    module: 'activity',
    files: ['activity.read-model.ts', 'activity.repository.ts'],
    tables: ['boards', 'items', 'users'],
    reason: 'the activity list shows the current names of users and items; deleted boards get no entries',
  },
  {
    module: 'search',
    files: [
      'organization-number.ts',
      'search-documents.repository.ts',
      'search-sources.read-model.ts',
      'search.statements.ts',
    ],
    tables: [
      'boards',
      'columns',
      'comments',
      'items',
      'organizations',
      'projects',
      'workspaces',
      'workspace_members',
    ],
    reason:
      'the index is a copy of these tables, in which organizations have numbers, and a search filters by what the caller may read',
  },
  {
    module: 'members',
    files: [
      'invitations.repository.ts',
      'invited-person.read-model.ts',
      'member-audit-snapshot.ts',
      'members.read-model.ts',
      'members.repository.ts',
    ],
    tables: ['organizations', 'users'],
    reason:
      'a member is a user in an organization: names and addresses are the user’s, limits the organization’s',
  },
  {
    module: 'workspaces',
    files: ['workspace-groups.read-model.ts'],
    tables: ['people_groups', 'scim_groups'],
    reason: 'a group is locked while it is given a role, so that its deletion also ends the role',
  },
  {
    module: 'people-groups',
    files: ['people-groups.read-model.ts', 'people-groups.repository.ts'],
    tables: ['members', 'former_members', 'organizations', 'users'],
    reason: 'a group shows the names of its members, who are active members of the organization',
  },
  {
    module: 'members',
    files: ['member-details.read-model.ts'],
    tables: [
      'board_members',
      'boards',
      'identities',
      'projects',
      'scim_users',
      'sessions',
      'sso_identities',
      'tokens',
      'users',
      'workspace_members',
      'workspaces',
    ],
    reason: 'administrators see in one place what a member has access to, and with what',
  },
  {
    module: 'accounts',
    files: ['account.read-model.ts', 'email-addresses.repository.ts', 'provisioned-accounts.repository.ts'],
    tables: ['members', 'organizations'],
    reason: 'an account shows its organizations; a directory changes accounts of its own members only',
  },
  {
    module: 'access',
    files: ['audit-snapshots.repository.ts'],
    tables: ['organizations'],
    reason: 'whether the plan of the organization records audit entries',
  },
  {
    module: 'audit',
    files: ['audit.repository.ts'],
    tables: ['members', 'users'],
    reason: 'an entry keeps the name and the address that the actor had',
  },
  {
    module: 'tokens',
    files: [
      'organization-tokens.read-model.ts',
      'personal-token.verifier.ts',
      'token-owner.read-model.ts',
      'tokens.repository.ts',
    ],
    tables: ['organizations'],
    reason: 'the organization limits the lifetime of tokens; mails about a token name it',
  },
  {
    module: 'tokens',
    files: ['organization-tokens.read-model.ts'],
    tables: ['users'],
    reason: 'administrators see the owner of each token',
  },
  {
    module: 'oauth',
    files: [
      'access-tokens.repository.ts',
      'authorizing-user.read-model.ts',
      'clients.read-model.ts',
      'grants.repository.ts',
      'session-transfers.repository.ts',
      'token-families.repository.ts',
    ],
    tables: ['members', 'organizations', 'sessions', 'users'],
    reason:
      'a credential is valid only while its member, session and organization are, checked in one statement',
  },
  {
    module: 'scim',
    files: [
      'group-attributes.ts',
      'scim-groups.read-model.ts',
      'scim-groups.repository.ts',
      'scim-tokens.repository.ts',
      'scim-users.read-model.ts',
      'user-attributes.ts',
    ],
    tables: ['members', 'users'],
    reason: 'the resources of the directory are the members, filtered by the attributes of their users',
  },
  {
    module: 'organizations',
    files: [
      'member-address.read-model.ts',
      'deleted-organizations.repository.ts',
      'deletion-notices.read-model.ts',
      'members-without-second-factor.read-model.ts',
    ],
    tables: ['members', 'previous_owners', 'users'],
    reason:
      'notices of a required second factor go to the members whose accounts have none, test mails to an admin; those of a deletion to the administrators of an organization that no one else finds, which only its owner restores',
  },
  {
    module: 'sso',
    files: ['connection-audit-snapshot.ts'],
    tables: ['organizations'],
    reason: 'the snapshot names the organization’s settings of sign-on',
  },
  {
    module: 'webhooks',
    files: [
      'claims.repository.ts',
      'delivery-lag.read-model.ts',
      'matching-webhooks.read-model.ts',
      'webhooks.repository.ts',
    ],
    tables: ['boards', 'organizations'],
    reason:
      'a delivery names its organization, and is not sent when that was deleted; a webhook of a project gets the events of its boards; the organization is locked while its webhooks are counted',
  },
];

const IMPORT =
  'an import writes the records of all modules in one transaction: all of an organization, or nothing';
const EVENTS = 'events of many rows are appended by the statement that changes the rows';

/** Writes to tables of other modules, each with its reason. Updates set the listed columns only. */
export const WRITES: readonly {
  module: string;
  table: string;
  verb: 'insert' | 'update' | 'delete';
  columns: readonly string[];
  reason: string;
}[] = [
  {
    module: 'stored-values',
    table: 'items',
    verb: 'update',
    columns: ['values', 'updated_at'],
    reason: 'values are stored in the row of the item, so that a page of items needs no join',
  },
  {
    module: 'columns',
    table: 'boards',
    verb: 'update',
    columns: ['updated_at'],
    reason: 'the order of columns has the version of the board, and columns cannot call boards above them',
  },
  {
    module: 'items',
    table: 'item_values',
    verb: 'insert',
    columns: [],
    reason: 'an import copies items and their index rows, which have the ranks and keys of the items',
  },
  {
    module: 'items',
    table: 'item_values',
    verb: 'delete',
    columns: [],
    reason: 'the purge of Trash deletes items and their index rows in one statement, which the budget counts',
  },
  {
    module: 'comments',
    table: 'outbox',
    verb: 'insert',
    columns: [],
    reason: 'a comment is created with its event in one statement, without a transaction around it',
  },
  {
    module: 'archives',
    table: 'file_removals',
    verb: 'insert',
    columns: [],
    reason: 'the file of an attempt is removed with what records it, in one statement',
  },
  {
    module: 'archives',
    table: 'file_removals',
    verb: 'delete',
    columns: [],
    reason: IMPORT,
  },
  {
    module: 'archives',
    table: 'file_removals',
    verb: 'update',
    columns: ['due_at'],
    reason: IMPORT,
  },
  {
    module: 'archives',
    table: 'items',
    verb: 'insert',
    columns: [],
    reason: IMPORT,
  },
  {
    module: 'archives',
    table: 'item_values',
    verb: 'insert',
    columns: [],
    reason: IMPORT,
  },
  {
    module: 'archives',
    table: 'comment_counts',
    verb: 'insert',
    columns: [],
    reason: IMPORT,
  },
  {
    module: 'archives',
    table: 'form_submission_counts',
    verb: 'insert',
    columns: [],
    reason: IMPORT,
  },
  {
    module: 'archives',
    table: 'file_usage',
    verb: 'insert',
    columns: [],
    reason: IMPORT,
  },
  {
    module: 'archives',
    table: 'search_fills',
    verb: 'insert',
    columns: [],
    reason: IMPORT,
  },
  {
    module: 'archives',
    table: 'event_sequences',
    verb: 'insert',
    columns: [],
    reason: IMPORT,
  },
  {
    module: 'archives',
    table: 'notifications',
    verb: 'update',
    columns: ['board_id'],
    reason: IMPORT,
  },
  { module: 'notifications', table: 'outbox', verb: 'insert', columns: [], reason: EVENTS },
  { module: 'columns', table: 'outbox', verb: 'insert', columns: [], reason: EVENTS },
  { module: 'items', table: 'outbox', verb: 'insert', columns: [], reason: EVENTS },
];

/** What database functions write beside the tables of the module whose noun leads their names. */
export const FUNCTION_WRITES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  archives: { file_removals: 'the archive is removed with its record' },
  forms: { outbox: 'a hot write appends its event in the same statement' },
  items: {
    item_values: 'a hot write stores an item and its index rows in one statement (decision 0013)',
    column_counters: 'an item gets its numbers in the statement that creates it',
    outbox: 'a hot write appends its event in the same statement',
  },
};
