import type { Filterable } from '../filter/filterable';

const MEMBER = (condition: string) => `exists (
  select from scim_group_members belonging join users person on person.id = belonging.user_id
  where belonging.organization_id = $1 and belonging.group_id = directory_group.id and ${condition})`;

/** The attributes by which groups can be filtered and sorted, with the table names of scim-groups.read-model.ts. */
export const GROUP_ATTRIBUTES: Filterable = {
  attributes: {
    id: { type: 'exact', sql: 'directory_group.id' },
    displayname: { type: 'text', sql: 'directory_group.display_name' },
    externalid: { type: 'exact', sql: 'directory_group.external_id' },
    'meta.created': { type: 'time', sql: 'directory_group.created_at' },
    'meta.lastmodified': { type: 'time', sql: 'directory_group.updated_at' },
    'meta.resourcetype': { type: 'text', sql: `'Group'::text` },
  },
  many: {
    members: {
      exists: MEMBER,
      attributes: {
        value: { type: 'exact', sql: 'belonging.user_id' },
        display: { type: 'text', sql: 'person.name' },
        type: { type: 'text', sql: `'User'::text` },
      },
    },
  },
};
