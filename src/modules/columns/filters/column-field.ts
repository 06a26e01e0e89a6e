import type { ColumnFacts } from '../../hierarchy';
import type { ColumnConfig, ColumnType, ColumnTypeName } from '../column-type';
import type { FormulaType } from '../formula';
import { columnTypes } from '../types';
import { parseSpan } from '../values/parse-span';
import {
  instantText,
  isMidnight,
  jsonOf,
  listText,
  numberPlace,
  textOf,
  textPlace,
  timePlace,
} from './cell-sql';
import { choiceFilter } from './choice-filter';
import type { FilterField } from './filter-field';
import type { FilterOperators } from './filter-operators';
import { flagFilter } from './flag-filter';
import { itemTime } from './item-field';
import { namedOptions } from './named-options';
import { numberFilter } from './number-filter';
import type { Operand } from './operand';
import type { PlainTexts } from './plain-texts';
import { type AddParameter, indexedIn, negated, type Predicate } from './predicate';
import { readReference } from './read-reference';
import { textFilter } from './text-filter';
import { timeFilter } from './time-filter';

/** What conditions on a column can ask; by what its type sorts as (contract §6). */
export function columnField(column: ColumnFacts, texts: PlainTexts): FilterField {
  const type = columnTypes[column.type as ColumnTypeName];
  const order = type.sortOrder(column.config as ColumnConfig);
  if (order.by === 'createdAt') return { hasValue: null, operators: itemTime('created_at') };
  if (order.by === 'updatedAt') return { hasValue: null, operators: itemTime('updated_at') };
  return {
    hasValue:
      type.kind === 'result' ? hasResult(column, type) : (add) => `item.values ? ${add(column.id)}::text`,
    operators: operatorsOf(column, type, texts),
  };
}

function operatorsOf(column: ColumnFacts, type: ColumnType, texts: PlainTexts): FilterOperators {
  switch (type.kind) {
    case 'text':
      return columnText(column, type, texts);
    case 'number':
      return columnNumber(column, type);
    case 'flag':
      return flagFilter((add) => `${textOf(column)(add)}::boolean`);
    case 'instant':
      return columnTime(column, type);
    case 'range':
      return columnSpan(column);
    case 'option':
      return columnOptions(column, type);
    case 'reference':
      return columnReferences(column, type);
    case 'result':
      return resultOperators(column, type);
  }
}

/** What cells with results of a type hold. What failed holds its reason, an object, whatever the type. */
const RESULTS: Record<FormulaType, (type: string, text: () => string) => string> = {
  number: (type) => `${type} = 'number'`,
  flag: (type) => `${type} = 'boolean'`,
  instant: (type, text) => `${type} = 'string' and ${text()} like '____-__-__T__:__:__.___Z'`,
  text: (type) => `${type} = 'string'`,
  list: (type) => `${type} = 'array'`,
  any: (type) => `${type} <> 'object'`,
};

/** Whether a cell holds a result, and one of the type that its column has now: what still waits for it counts as empty. */
const hasResult = (column: ColumnFacts, type: ColumnType) => (add: AddParameter) => {
  const holds = RESULTS[type.formulaType(column.config as ColumnConfig)];
  const condition = holds(`jsonb_typeof(${jsonOf(column)(add)})`, () => textOf(column)(add));
  return `coalesce(${condition}, false)`;
};

/** Computed columns compare by what they compute; cells that hold something else match nothing. */
function resultOperators(column: ColumnFacts, type: ColumnType): FilterOperators {
  const text = textOf(column);
  const result = (value: (add: AddParameter) => string) => (add: AddParameter) =>
    `case when ${hasResult(column, type)(add)} then ${value(add)} end`;
  switch (type.formulaType(column.config as ColumnConfig)) {
    case 'number':
      return numberFilter({
        ...numberPlace(column),
        number: result((add) => `${text(add)}::double precision`),
      });
    case 'flag':
      return flagFilter(result((add) => `${text(add)}::boolean`));
    case 'instant': {
      const time = result(text);
      const days = type.holdsDays?.(column.config as ColumnConfig) ? { isDay: isMidnight } : {};
      return timeFilter({ ...timePlace(column), first: time, last: time, ...days });
    }
    case 'list':
      return textFilter({ text: (add) => `lower(${listText(column)(add)})` });
    case 'text':
      return textFilter({ ...textPlace(column), text: result((add) => `lower(${text(add)})`) });
    case 'any':
      return textFilter({ text: result((add) => `lower(${text(add)})`) });
  }
}

function columnText(column: ColumnFacts, type: ColumnType, texts: PlainTexts): FilterOperators {
  if (type.cellForm === 'markup') return textFilter({ text: () => texts.textOf(column), isMarkup: true });
  return textFilter(textPlace(column));
}

function columnNumber(column: ColumnFacts, type: ColumnType): FilterOperators {
  const seconds = (add: AddParameter) => `(${jsonOf(column)(add)} ->> 'seconds')::double precision`;
  return numberFilter({
    ...numberPlace(column),
    ...(type.cellForm === 'track' ? { number: seconds } : {}),
  });
}

function columnTime(column: ColumnFacts, type: ColumnType): FilterOperators {
  const days = type.holdsDays?.(column.config as ColumnConfig) ? { isDay: isMidnight } : {};
  return timeFilter({ ...timePlace(column), ...days });
}

function columnSpan(column: ColumnFacts): FilterOperators {
  const end = (name: string) => (add: AddParameter) => `(${jsonOf(column)(add)} ->> '${name}')`;
  const touched = timeFilter({
    first: end('start'),
    last: end('end'),
    literal: instantText,
    isDay: isMidnight,
  });
  const is = (operand: Operand): Predicate => {
    const span = operand.one(parseSpan);
    return { test: (add) => `${jsonOf(column)(add)} = ${add(JSON.stringify(span))}::jsonb` };
  };
  return new Map([...touched, ['is', is], ['is_not', (operand) => negated(is(operand))]]);
}

function columnOptions(column: ColumnFacts, type: ColumnType): FilterOperators {
  const isList = type.cellForm === 'list';
  return choiceFilter({
    keys: isList ? jsonOf(column) : textOf(column),
    isList,
    read: (input) => namedOptions(input, column, type),
    having: (keys) => indexedIn(column.id, (add) => `ref = any (${add(keys)}::text[])`),
  });
}

function columnReferences(column: ColumnFacts, type: ColumnType): FilterOperators {
  const json = jsonOf(column);
  return choiceFilter({
    keys: (add) =>
      type.cellForm === 'records' ? `jsonb_path_query_array(${json(add)}, '$[*].id')` : json(add),
    isList: true,
    read: (input, operand) => [readReference(type.references([])!.noun, input, operand)],
    having: (keys) => indexedIn(column.id, (add) => `ref = any (${add(keys)}::text[])`),
  });
}
