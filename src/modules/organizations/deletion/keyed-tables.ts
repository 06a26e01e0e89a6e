import { isKeyOf } from '../../../platform/database/is-key-of';

const ofNumber = (organization: string) =>
  `organization_number = (select number::integer from organizations where id = ${organization})`;

/** Tables whose rows belong to an organization by a key, and not by a column organization_id (decisions 0101, 0102 and 0111). */
const CONDITIONS: Readonly<Record<string, (organization: string) => string>> = {
  // Before the terms, which say whose entries they are.
  activity: (organization) =>
    `board_key in (select key from activity_terms where organization_id = ${organization})`,
  item_values: (organization) => isKeyOf('item_key', organization),
  item_runs: (organization) => isKeyOf('lane', organization),
  search_documents: ofNumber,
  search_words: ofNumber,
};

export const KEYED_TABLES = Object.keys(CONDITIONS);

/** SQL: the condition that limits a table to the rows of an organization. */
export function ofOrganization(table: string, organization: string): string {
  return CONDITIONS[table]?.(organization) ?? `organization_id = ${organization}`;
}
