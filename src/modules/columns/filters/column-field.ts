import { foldCaseSql } from '../../../kernel/fold-case';
import type { ColumnFacts } from '../../hierarchy';
import type { ColumnType } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import { parseSpan } from '../../../column-types/values/parse-span';
import {
  hasResult,
  instantText,
  isMidnight,
  jsonOf,
  keysBetween,
  listText,
  numberPlace,
  resultText,
  textOf,
  textPlace,
  timePlace,
} from './cell-sql';
import { choiceFilter } from './operators/choice-filter';
import type { FilterField } from './filter-field';
import type { FilterOperators } from './operators/filter-operators';
import { booleanFilter } from './operators/boolean-filter';
import { itemTime } from './item-field';
import { namedOptions } from './named-options';
import { numberFilter } from './operators/number-filter';
import type { Operand } from './operators/operand';
import type { PlainTexts } from './plain-texts';
import { type AddParameter, entriesIn, indexedIn, negated, type Predicate } from './predicate';
import { readReference } from './read-reference';
import { textFilter } from './operators/text-filter';
import { timeFilter } from './operators/time-filter';

/** The operators of conditions on a column, by the sort type of the column's type (contract §6). */
export function columnField(column: ColumnFacts, texts: PlainTexts): FilterField {
  const type = columnTypes[column.type];
  const order = type.sortOrder(column.config);
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
    case 'boolean':
      return booleanFilter((add) => `${textOf(column)(add)}::boolean`);
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

/** Computed columns compare by their results; cells with another type match nothing. */
function resultOperators(column: ColumnFacts, type: ColumnType): FilterOperators {
  const text = textOf(column);
  const result = (value: (add: AddParameter) => string) => (add: AddParameter) =>
    `case when ${hasResult(column, type)(add)} then ${value(add)} end`;
  switch (type.formulaType(column.config)) {
    case 'number':
      return numberFilter({
        ...numberPlace(column),
        number: result((add) => `${text(add)}::double precision`),
      });
    case 'flag':
      return booleanFilter(result((add) => `${text(add)}::boolean`));
    case 'instant': {
      const time = result(text);
      const days = type.holdsDays?.(column.config) ? { isDay: isMidnight } : {};
      return timeFilter({ ...timePlace(column), first: time, last: time, ...days });
    }
    case 'list':
      return textFilter({ text: (add) => foldCaseSql(listText(column)(add)) });
    case 'text':
      return textFilter({
        ...textPlace(column),
        text: result((add) => foldCaseSql(resultText(column)(add))),
      });
    case 'any':
      return textFilter({ text: result((add) => foldCaseSql(resultText(column)(add))) });
  }
}

function columnText(column: ColumnFacts, type: ColumnType, texts: PlainTexts): FilterOperators {
  if (type.cellLayout === 'markup') return textFilter({ text: () => texts.textOf(column), isMarkup: true });
  return textFilter(textPlace(column));
}

function columnNumber(column: ColumnFacts, type: ColumnType): FilterOperators {
  const place = numberPlace(column);
  const seconds = (add: AddParameter) => `(${jsonOf(column)(add)} ->> 'seconds')::double precision`;
  return numberFilter({
    ...place,
    keyed: (condition) => ({
      ...place.keyed!(condition),
      entries: entriesIn(column.key, (add) => condition('number_key', add)),
      isExact: true,
    }),
    ...(type.cellLayout === 'track' ? { number: seconds } : {}),
  });
}

function columnTime(column: ColumnFacts, type: ColumnType): FilterOperators {
  const days = type.holdsDays?.(column.config) ? { isDay: isMidnight } : {};
  const place = timePlace(column);
  return timeFilter({
    ...place,
    ...days,
    keyBetween: (from, to) => ({
      ...place.keyBetween!(from, to),
      entries: entriesIn(column.key, keysBetween(from, to)),
    }),
  });
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
  const isList = type.cellLayout === 'list';
  return choiceFilter({
    keys: isList ? jsonOf(column) : textOf(column),
    isList,
    read: (input) => namedOptions(input, column, type),
    having: (keys) => ({
      ...indexedIn(column.key, (add) => `ref = any (${add(keys)}::text[])`),
      ...(isList
        ? {}
        : {
            entries: entriesIn(column.key, (add) => `text_key = any (${add(keys)}::text[])`),
            isExact: true,
          }),
    }),
  });
}

function columnReferences(column: ColumnFacts, type: ColumnType): FilterOperators {
  const json = jsonOf(column);
  return choiceFilter({
    keys: (add) =>
      type.cellLayout === 'records' ? `jsonb_path_query_array(${json(add)}, '$[*].id')` : json(add),
    isList: true,
    read: (input, operand) => [readReference(type.references([])!.noun, input, operand)],
    having: (keys) => indexedIn(column.key, (add) => `ref = any (${add(keys)}::text[])`),
  });
}
