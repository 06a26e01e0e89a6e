import { InvalidValue } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';
import { parseNumber } from '../../../column-types/values/parse-number';
import { hasMoreCharacters } from '../../../kernel/character-count';
import { idPattern } from '../../../kernel/ids';
import type { ComponentType } from '../schema/component-types';
import { type FormComponent, optionsOf } from '../schema/form-schema';
import type { Answer } from './answers';

const TEXT_MAX = 10_000;
const AREA_MAX = 50_000;
const PHONE = /^\+?[0-9 ().\-/]{3,50}$/;
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;
const FILE_ID = idPattern('file');
export const FILES_MAX = 20;

type Parse = (input: unknown, component: FormComponent) => Answer;

/** Null when the input is no answer. Throws InvalidValue with the reason. */
export function parseAnswer(component: FormComponent, input: unknown): Answer | null {
  if (isEmpty(input)) return null;
  return PARSERS[component.type](input, component);
}

function isEmpty(input: unknown): boolean {
  if (input === undefined || input === null) return true;
  if (typeof input === 'string') return input.trim() === '';
  return Array.isArray(input) && input.length === 0;
}

const text =
  (limit: number): Parse =>
  (input, { validate }) => {
    if (typeof input !== 'string') throw new InvalidValue('Must be text');
    const max = Math.min(limit, validate?.maxLength ?? limit);
    if (hasMoreCharacters(input, max)) throw new InvalidValue(`Must be at most ${max} characters`);
    const min = validate?.minLength ?? 0;
    if (min > 0 && !hasMoreCharacters(input, min - 1))
      throw new InvalidValue(`Must be at least ${min} characters`);
    return input;
  };

const number: Parse = (input, { validate }) => {
  const value = parseNumber(input);
  const { min, max } = validate ?? {};
  if (min !== undefined && value < min) throw new InvalidValue(`Must be at least ${min}`);
  if (max !== undefined && value > max) throw new InvalidValue(`Must be at most ${max}`);
  return value;
};

/** With the rules of a column type, whose stored form is the answer. */
const asColumn =
  (type: 'email' | 'url'): Parse =>
  (input, component) => {
    const given = text(TEXT_MAX)(input, component);
    const context = { now: '', userId: '', previous: null };
    return columnTypes[type].parseValue(given, {}, context) as string;
  };

const phone: Parse = (input, component) => {
  const given = text(TEXT_MAX)(input, component) as string;
  if (!PHONE.test(given.trim())) throw new InvalidValue('Must be a phone number');
  return given.trim();
};

/** A browser's input for a local time has no time zone: it is read as UTC. */
const datetime: Parse = (input) => {
  const given = typeof input === 'string' ? input.trim() : input;
  const complete = typeof given === 'string' && LOCAL_TIME.test(given) ? `${given}Z` : given;
  columnTypes.date.parseValue(complete, {}, { now: '', userId: '', previous: null });
  return complete as string;
};

const checkbox: Parse = (input) => {
  if (typeof input !== 'boolean') throw new InvalidValue('Must be true or false');
  return input;
};

const choice: Parse = (input, component) => {
  const values = new Set(optionsOf(component).map(({ value }) => value));
  const chosen = (component.multiple === true ? asList(input) : [input]).map((each) =>
    typeof each === 'number' ? String(each) : each,
  );
  if (!chosen.every((each): each is string => typeof each === 'string' && values.has(each)))
    throw new InvalidValue(
      component.multiple === true ? 'Must be options of this field' : 'Must be one of the options',
    );
  return component.multiple === true ? [...new Set(chosen)] : chosen[0]!;
};

const files: Parse = (input, component) => {
  const ids = asList(input);
  if (!ids.every((id): id is string => typeof id === 'string' && FILE_ID.test(id)))
    throw new InvalidValue('Must be an array of file ids');
  const max = component.multiple === true ? FILES_MAX : 1;
  if (ids.length > max) throw new InvalidValue(`Must be at most ${max} ${max === 1 ? 'file' : 'files'}`);
  if (new Set(ids).size !== ids.length) throw new InvalidValue('Must not repeat an id');
  return ids;
};

function asList(input: unknown): readonly unknown[] {
  return Array.isArray(input) ? input : [input];
}

const PARSERS: Readonly<Record<ComponentType, Parse>> = {
  textfield: text(TEXT_MAX),
  textarea: text(AREA_MAX),
  hidden: text(TEXT_MAX),
  number,
  email: asColumn('email'),
  url: asColumn('url'),
  phoneNumber: phone,
  datetime,
  checkbox,
  select: choice,
  radio: choice,
  file: files,
};
