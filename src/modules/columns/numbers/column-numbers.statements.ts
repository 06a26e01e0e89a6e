import { statement } from '../../../platform/database/statement';

export const START = statement(
  'column-numbers.start',
  `insert into column_counters (organization_id, column_id, last_number)
   select $1, id, first_number - 1 from unnest($2::text[], $3::bigint[]) as counter (id, first_number)`,
);

export const RAISE = statement(
  'column-numbers.raise',
  `update column_counters set last_number = greatest(last_number, $3::bigint - 1)
   where organization_id = $1 and column_id = $2`,
);

export const TAKE = statement(
  'column-numbers.take',
  `update column_counters set last_number = last_number + $3
   where organization_id = $1 and column_id = any ($2)
   returning column_id as "columnId", (last_number - $3 + 1)::float8 as first`,
);

export const CONTINUE = statement(
  'column-numbers.continue',
  `update column_counters copy
   set last_number = original.last_number
   from unnest($2::text[], $3::text[]) as pair (from_id, to_id)
   join column_counters original on original.organization_id = $1 and original.column_id = pair.from_id
   where copy.organization_id = $1 and copy.column_id = pair.to_id`,
);
