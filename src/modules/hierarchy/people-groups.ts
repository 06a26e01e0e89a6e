/**
 * Tables of groups of people, in the form of subselects: the organization's own groups and those of its directory
 * (decision 0133). PostgreSQL applies the conditions of a statement to each part, so that each is read by its indexes.
 */

/** Every group: organization_id, id, name, description, managed_by, created_at, updated_at. */
export const PEOPLE_GROUPS = `(
  select organization_id, id, name, description, 'organization' as managed_by, created_at, updated_at
  from people_groups
  union all
  select organization_id, id, display_name, null, 'directory', created_at, updated_at from scim_groups)`;

/** The members of groups: organization_id, group_id, user_id. */
export const PEOPLE_GROUP_MEMBERS = `(
  select organization_id, group_id, user_id from people_group_members
  union all
  select organization_id, group_id, user_id from scim_group_members)`;

/**
 * The roles of users in workspaces: organization_id, workspace_id, user_id, role, group_id. A user's own role has no group.
 * The highest role of a user counts (`HIGHEST_ROLE`); whether the user is a guest, to whom groups give nothing, is the
 * statement's condition.
 */
export const WORKSPACE_ROLES_OF_USERS = `(
  select organization_id, workspace_id, user_id, role, null::text as group_id from workspace_members
  union all
  select access.organization_id, access.workspace_id, belonging.user_id, access.role, access.group_id
  from workspace_groups access
  join people_group_members belonging
    on belonging.organization_id = access.organization_id and belonging.group_id = access.group_id
  union all
  select access.organization_id, access.workspace_id, belonging.user_id, access.role, access.group_id
  from workspace_groups access
  join scim_group_members belonging
    on belonging.organization_id = access.organization_id and belonging.group_id = access.group_id)`;

/** Of several workspace roles: admin, member and viewer are in the order of the alphabet. */
export const HIGHEST_ROLE = (role: string): string => `min(${role} collate "C")`;
