import type { PlainTexts } from './plain-texts';
import { type AddParameter, allOf, type Predicate } from './predicate';

/**
 * From this many parameters on, a copy of an item's values costs less than unpacking them for each condition.
 */
const MANY_PARAMETERS = 10;

/**
 * Conditions combined with AND. Values that many of them read are unpacked once for each row; conditions on rich
 * text are last, so that it is read only if all others are true.
 */
export function readOnce(predicates: readonly Predicate[], texts: PlainTexts): Predicate['test'] {
  const others = predicates.filter(({ readsMarkup }) => !readsMarkup);
  const onMarkup = predicates.filter(({ readsMarkup }) => readsMarkup);
  return (add) =>
    [
      ...(others.length > 0 ? [unpackedOnce(others, add)] : []),
      ...(onMarkup.length > 0 ? [ofCopy(allOf(onMarkup).test(add), texts.selected(add))] : []),
    ].join(' and ');
}

function unpackedOnce(predicates: readonly Predicate[], add: AddParameter): string {
  let parameters = 0;
  const condition = allOf(predicates).test((value) => {
    parameters += 1;
    return add(value);
  });
  const isWorthIt = parameters >= MANY_PARAMETERS && condition.includes('item.values');
  return isWorthIt ? ofCopy(condition, []) : condition;
}

/**
 * Evaluates the conditions on a copy of the row that replaces it; `offset 0` keeps the planner from inlining the
 * copy.
 */
function ofCopy(condition: string, more: readonly string[]): string {
  const values = [`item.values || '{}' as values`, ...more].join(', ');
  return `(select ${condition} from (
    select item.name, item.group_id, item.created_by, item.created_at, item.updated_at, ${values} offset 0) item)`;
}
