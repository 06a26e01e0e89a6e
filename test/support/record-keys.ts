import { ofOrganization as conditionOf } from '../../src/modules/organizations/deletion/keyed-tables';

/** SQL expressions of keys by id, for the organization in $1. */
const keyIn = (table: string) => (id: string) =>
  `(select key from ${table} where organization_id = $1 and id = ${id})`;

export const columnKey = keyIn('columns');
export const groupKey = keyIn('groups');
export const itemKey = keyIn('items');

/** The condition that limits a table to the organization. */
export const ofOrganization = (table: string) => conditionOf(table, '$1');
