import type { ToolDeclaration } from './tool';

/** Tools that change boards and items. Administration is deliberately absent: no model invites members or creates tokens. */
export const WRITING_TOOLS: readonly ToolDeclaration[] = [
  {
    procedure: 'items.create',
    title: 'Create an item',
    description:
      'Creates an item in a group of a board, or a sub-item with parentId. valuesByName maps names of columns to values, values does the same by column id: text "…", number 3, date "2026-01-31", status and dropdown by label name, people as an array of user ids. createLabels: true creates labels that a column lacks; ask the user first, and prefer existing labels.',
  },
  {
    procedure: 'items.bulkCreate',
    title: 'Create several items',
    description:
      'Creates up to 100 items on a board, all or none, with values as in items_create. Use it instead of repeated items_create.',
  },
  {
    procedure: 'items.update',
    title: 'Change an item',
    description:
      'Changes the name, the description and values of an item in one call, all or none. valuesByName maps names of columns to values; null clears a value. Only the given fields and columns change.',
    isIdempotent: true,
  },
  {
    procedure: 'items.setValue',
    title: 'Set a value',
    description:
      'Sets the value of one column of an item; null clears it. The shape depends on the type of the column: see boards_get. Labels can be given by name.',
    isIdempotent: true,
  },
  {
    procedure: 'items.setValues',
    title: 'Set many values',
    description:
      'Sets up to 1,000 cells of items of one board, all or none, each to its own value. A cell has columnId or columnName. Prefer it to repeated items_setValue.',
    isIdempotent: true,
  },
  {
    procedure: 'items.upsert',
    title: 'Write items by a key',
    description:
      'Writes up to 500 items of a board, new or existing, by the values of a unique column, all or none. Use it to write records of another system: no search before it is needed.',
    isIdempotent: true,
  },
  {
    procedure: 'items.bulkUpdate',
    title: 'Set values of several items',
    description: 'Sets the same values on up to 100 items of a board, all or none.',
    isIdempotent: true,
  },
  {
    procedure: 'items.move',
    title: 'Move an item',
    description:
      'Moves an item to another group or position, or to another board. Position 0 is the top of the group.',
    isIdempotent: true,
  },
  {
    procedure: 'items.bulkMove',
    title: 'Move several items',
    description: 'Moves up to 100 items of a board to another group.',
    isIdempotent: true,
  },
  {
    procedure: 'items.duplicate',
    title: 'Duplicate an item',
    description: 'Copies an item with its values and sub-items, directly below the original.',
  },
  {
    procedure: 'items.archive',
    title: 'Archive an item',
    description:
      'Hides a finished item from its board. items_restore brings it back. Prefer it over items_delete.',
    isIdempotent: true,
  },
  {
    procedure: 'items.restore',
    title: 'Restore an item',
    description: 'Brings an item back from the archive or from Trash.',
    isIdempotent: true,
  },
  {
    procedure: 'items.delete',
    title: 'Move an item to Trash',
    description:
      'Moves an item to Trash, from where items_restore brings it back for 30 days. Ask the user before you call it.',
    isDestructive: true,
    isIdempotent: true,
  },
  {
    procedure: 'comments.create',
    title: 'Comment on an item',
    description:
      'Adds a comment in Markdown to an item, or a reply with parentId. Mention a member with @ and the user id: "@usr_…".',
  },
  {
    procedure: 'boards.create',
    title: 'Create a board',
    description:
      'Creates a board in a project, with groups and columns or from a template. Then add items with items_bulkCreate.',
  },
  {
    procedure: 'boards.groups.create',
    title: 'Create a group',
    description: 'Adds a group, a section of items, to a board.',
  },
  {
    procedure: 'columns.create',
    title: 'Create a column',
    description:
      'Adds a column to a board. type is one of the column types, such as text, number, status, date, people, checkbox or link; config contains, for example, the labels of a status column.',
  },
  {
    procedure: 'projects.create',
    title: 'Create a project',
    description: 'Creates a project with a first board in a workspace.',
  },
  {
    procedure: 'notifications.markRead',
    title: 'Mark notifications as read',
    description: 'Marks the given notifications, or all, as read.',
    isIdempotent: true,
  },
];
