import type { ToolDeclaration } from './tool';

/** Tools that change nothing. Together they let a model find every id that the other tools need. */
export const READING_TOOLS: readonly ToolDeclaration[] = [
  {
    procedure: 'auth.me',
    title: 'Who am I',
    description:
      'The user whose token this is, the organization, and the role. Call it to learn your own user id, for example to assign an item to yourself.',
  },
  {
    procedure: 'workspaces.list',
    title: 'List workspaces',
    description: 'The workspaces that you can see. Workspaces contain projects, and projects contain boards.',
  },
  {
    procedure: 'projects.list',
    title: 'List projects',
    description: 'The projects that you can see, of one workspace or of all.',
  },
  {
    procedure: 'boards.list',
    title: 'List boards',
    description:
      'The boards of a project. To find a board by its name, search_query with types ["board"] is faster.',
  },
  {
    procedure: 'boards.get',
    title: 'Read a board',
    description:
      'A board with its groups and columns. Call it before you read or change items of a board: it returns the ids of groups and columns, the type of each column, and the labels of status and dropdown columns.',
  },
  {
    procedure: 'columns.list',
    title: 'List columns',
    description:
      'The columns of a board with type and config. Values of items are keyed by the ids of columns. Computed types such as formula and lookup cannot be set.',
  },
  {
    procedure: 'items.list',
    title: 'List items of a board',
    description:
      'A page of the items of a board, with their values by column id. Filter by columns ({columnName, operator, value}), search by text, and sort by a column id. Use nextCursor as cursor for the next page. Prefer filters over reading every page.',
  },
  {
    procedure: 'items.get',
    title: 'Read an item',
    description:
      'One item with its values, description and sub-items. Read it before you change it if another user may change it, and pass its updatedAt as expectedUpdatedAt.',
  },
  {
    procedure: 'items.summary',
    title: 'Count and sum items',
    description:
      'Counts the items of a board, in all and by group or by a column such as status or people, and computes sums, averages, minimums and maximums of columns. Use it for questions such as "how many" instead of reading all items.',
  },
  {
    procedure: 'items.assigned',
    title: 'List the items of a person',
    description:
      'The items on all boards that are assigned to you or to another user. open: true leaves out finished ones; dueBefore returns those that are due before a time.',
  },
  {
    procedure: 'search.query',
    title: 'Search',
    description:
      'Finds items, boards, projects and comments by words, best matches first, across everything that you can see. The first tool to use when the user names something without an id.',
  },
  {
    procedure: 'comments.list',
    title: 'List comments',
    description: 'The comments of an item, with author and text. Replies are read with comments_replies.',
  },
  {
    procedure: 'comments.replies',
    title: 'List replies',
    description: 'The replies to one comment, oldest first.',
  },
  {
    procedure: 'activity.list',
    title: 'Read the history',
    description:
      'Who changed what on an item or a board, newest first, with the values before and after each change.',
  },
  {
    procedure: 'views.list',
    title: 'List saved views',
    description:
      'The saved views of a board: filters, sort order and hidden columns. Use the filters of a view as the filters of items_list.',
  },
  {
    procedure: 'organizations.members.list',
    title: 'List members',
    description:
      'The members of the organization with names, e-mail addresses and roles. Use it to find the user id for a people column or a mention.',
  },
  {
    procedure: 'notifications.list',
    title: 'List notifications',
    description: 'Your notifications, newest first: assignments, mentions, replies, due items.',
  },
  {
    procedure: 'forms.list',
    title: 'List forms',
    description: 'The forms of a board, with their public URLs.',
  },
  {
    procedure: 'templates.list',
    title: 'List templates',
    description: 'Templates of boards and projects. Pass the id of one to boards_create or projects_create.',
  },
  {
    procedure: 'automations.list',
    title: 'List automations',
    description: 'The automations of a board: trigger, conditions and actions, and whether each is enabled.',
  },
  {
    procedure: 'trash.list',
    title: 'List Trash',
    description: 'Deleted items that can still be restored with items_restore, most recent first.',
  },
];
