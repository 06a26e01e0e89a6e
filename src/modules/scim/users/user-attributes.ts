import type { Filterable } from '../filter/filterable';

/** Uses the table names of scim-users.read-model.ts. */
const USER_NAME_KEY = `coalesce(scim.user_name_key, person.email_key) collate "C"`;
const NAME = `coalesce(scim.display_name, person.name)`;

const GROUP = (condition: string) => `exists (
  select from scim_group_members belonging
  join scim_groups grouping_ on grouping_.organization_id = $1 and grouping_.id = belonging.group_id
  where belonging.organization_id = $1 and belonging.user_id = member.user_id and ${condition})`;

const address = { type: 'key', sql: `person.email_key collate "C"` } as const;
const name = { type: 'text', sql: `coalesce(scim.formatted_name, person.name)` } as const;

/** The attributes by which users can be filtered and sorted. */
export const USER_ATTRIBUTES: Filterable = {
  attributes: {
    id: { type: 'exact', sql: 'member.user_id' },
    username: {
      type: 'key',
      sql: USER_NAME_KEY,
      candidates: (parameter) => `member.user_id in (
        select user_id from scim_users where organization_id = $1 and user_name_key = ${parameter}
        union all select id from users where email_key = ${parameter})`,
    },
    externalid: { type: 'exact', sql: 'scim.external_id' },
    displayname: { type: 'text', sql: NAME },
    name,
    'name.formatted': name,
    'name.givenname': { type: 'text', sql: 'scim.given_name' },
    'name.familyname': { type: 'text', sql: 'scim.family_name' },
    active: { type: 'flag', sql: `(member.status = 'active')` },
    emails: address,
    'emails.value': {
      ...address,
      candidates: (parameter) => `member.user_id in (select id from users where email_key = ${parameter})`,
    },
    'emails.type': { type: 'text', sql: `'work'::text` },
    'emails.primary': { type: 'flag', sql: '(person.id is not null)' },
    'meta.created': { type: 'time', sql: 'member.created_at' },
    'meta.lastmodified': {
      type: 'time',
      sql: 'greatest(member.updated_at, person.updated_at, scim.updated_at)',
    },
    'meta.resourcetype': { type: 'text', sql: `'User'::text` },
  },
  many: {
    groups: {
      exists: GROUP,
      attributes: {
        value: { type: 'exact', sql: 'grouping_.id' },
        display: { type: 'text', sql: 'grouping_.display_name' },
      },
    },
  },
};
