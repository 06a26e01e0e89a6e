import { statement } from '../../platform/database/statement';

export const WRITE_RESULTS = statement(
  'item-cells.write-results',
  `update items set values = (items.values || made.set) - made.cleared
   from json_to_recordset($2) as made (id text, set jsonb, cleared text[])
   where items.organization_id = $1 and items.id = made.id`,
);

export const EDIT = statement(
  'item-cells.edit',
  `update items set values = items.values || made.set,
     updated_at = greatest($3::timestamptz, items.updated_at + interval '1 millisecond')
   from json_to_recordset($2) as made (id text, set jsonb)
   where items.organization_id = $1 and items.id = made.id`,
);
