import { InvalidValue } from '../column-type';
import { quoted } from '../values/quoted';

/** Words for true and false, in pairs of opposites. */
const FLAGS = new Map<string, boolean>([
  ['true', true],
  ['false', false],
  ['yes', true],
  ['no', false],
  ['y', true],
  ['n', false],
  ['on', true],
  ['off', false],
  ['checked', true],
  ['unchecked', false],
  ['✓', true],
  ['✔', true],
  ['✗', false],
  ['1', true],
  ['0', false],
]);

/** Words that cannot mean anything else; 1 and 0 are numbers first. */
export function isFlagWord(text: string): boolean {
  return text !== '1' && text !== '0' && FLAGS.has(text.toLowerCase());
}

export function readFlag(text: string): boolean {
  const flag = FLAGS.get(text.trim().toLowerCase());
  if (flag === undefined) throw new InvalidValue(`${quoted(text)} is not yes or no, true or false`);
  return flag;
}
