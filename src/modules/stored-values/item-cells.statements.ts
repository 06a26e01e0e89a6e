import { statement } from '../../platform/database/statement';

// The array is a condition for the index: a join that was planned for an empty table would read all items of the organization (decision
// 0154). By `ctid`, an item that changes meanwhile would be left out.
const ARE_MADE = 'items.id = any (array(select made.id from json_to_recordset($2) as made (id text)))';

export const WRITE_RESULTS = statement(
  'item-cells.write-results',
  `update items set values = (items.values || made.set) - made.cleared
   from json_to_recordset($2) as made (id text, set jsonb, cleared text[])
   where items.organization_id = $1 and ${ARE_MADE} and items.id = made.id`,
);

export const EDIT = statement(
  'item-cells.edit',
  `update items set values = items.values || made.set,
     updated_at = greatest($3::timestamptz, items.updated_at + interval '1 millisecond')
   from json_to_recordset($2) as made (id text, set jsonb)
   where items.organization_id = $1 and ${ARE_MADE} and items.id = made.id`,
);
