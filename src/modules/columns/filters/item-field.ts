import { foldCaseSql } from '../../../kernel/fold-case';
import type { BoardFacts } from '../../hierarchy';
import { InvalidValue } from '../../../column-types/column-type';
import { choiceFilter } from './operators/choice-filter';
import type { FilterField } from './filter-field';
import type { FilterOperators } from './operators/filter-operators';
import { instantLiteral } from './operators/instant-literal';
import type { AddParameter } from './predicate';
import { readReference } from './read-reference';
import { textFilter } from './operators/text-filter';
import { timeFilter } from './operators/time-filter';

/** Fields of every item (contract §6). */
export function itemField(name: string, board: BoardFacts): FilterField | null {
  switch (name) {
    case 'name':
      return { hasValue: null, operators: names(board) };
    case 'groupId':
      return { hasValue: null, operators: groups(board) };
    case 'createdBy':
      return { hasValue: null, operators: CREATED_BY };
    case 'createdAt':
      return { hasValue: null, operators: itemTime('created_at') };
    case 'updatedAt':
      return { hasValue: null, operators: itemTime('updated_at') };
    default:
      return null;
  }
}

export function itemTime(field: 'created_at' | 'updated_at'): FilterOperators {
  const time = () => `item.${field}`;
  const literal = (ms: number, add: AddParameter) => `${add(instantLiteral(ms))}::timestamptz`;
  return timeFilter({
    first: time,
    last: time,
    literal,
    keyBetween:
      field === 'updated_at'
        ? undefined
        : (from, to) => ({
            of: 'items',
            select: (add) =>
              `select * from items where organization_id = $1 and lane = any ($2)
               and created_at >= ${literal(from, add)} and created_at <= ${literal(to, add)}`,
          }),
  });
}

const CREATED_BY = choiceFilter({
  keys: () => 'item.created_by',
  isList: false,
  read: (input, operand) => [readReference('member', input, operand)],
  having: (people) => ({
    of: 'items',
    select: (add) =>
      `select * from items
       where organization_id = $1 and lane = any ($2) and created_by = any (${add(people)}::text[])`,
  }),
});

function groups(board: BoardFacts): FilterOperators {
  return choiceFilter({
    keys: () => 'item.group_id',
    isList: false,
    read: (input) => {
      const group = board.groups.find(({ id }) => id === input);
      if (group) return [group.id];
      throw new InvalidValue('Not a group of this board');
    },
  });
}

function names(board: BoardFacts): FilterOperators {
  return textFilter({
    text: () => foldCaseSql('item.name'),
    keyBetween: (from, to) => ({
      of: 'items',
      select: (add) =>
        `select * from items where organization_id = $1 and lane = any ($2)
         and name_key >= ${add(from)}::text and name_key <= ${add(to)}::text`,
    }),
    keyAmong: (keys) => ({
      of: 'items',
      select: (add) =>
        `select * from items where organization_id = $1 and lane = any ($2) and name_key = any (${add(keys)}::text[])`,
    }),
    // The trigrams are those of the board. The organization is checked on the resulting rows: a condition here
    // would let the planner, which cannot estimate how rare a text is, choose an index that begins with it and
    // read far more.
    holding: (part) => ({
      of: 'items',
      select: (add) =>
        `select * from items
         where item_name_grams(p_board => board_id, p_text => name)
           @> item_name_needles(p_board => ${add(board.id)}::text, p_part => ${add(part)}::text)`,
    }),
  });
}
