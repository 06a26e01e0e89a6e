import type { FormulaFunction } from './formula-function';
import { AGGREGATE_FUNCTIONS } from './aggregates';
import { DATE_FUNCTIONS } from './dates';
import { LOGIC_FUNCTIONS } from './logic';
import { NUMBER_FUNCTIONS } from './numbers';
import { TEXT_FUNCTIONS } from './texts';

/** All functions by name. A map, so that names of Object's members are not functions. */
export const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = new Map(
  [...LOGIC_FUNCTIONS, ...AGGREGATE_FUNCTIONS, ...NUMBER_FUNCTIONS, ...TEXT_FUNCTIONS, ...DATE_FUNCTIONS].map(
    (definition) => [definition.name, definition],
  ),
);
