import { dictionary } from '@zxcvbn-ts/language-common';

/** Words of a sign-in page, which lists of leaked passwords lack. */
const OWN_WORDS = ['trestle', 'workspace', 'login', 'superuser', 'yourpassword'];

/** Keyboard rows and patterns, and the alphabet, in both directions and in part. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
  'qwertyuiop',
  'azertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  'nhy6bgt5vfr4cde3xsw2zaq1',
  'qazwsxedcrfvtgbyhnujm',
  'qweasdzxcrtyfghvbn',
  'a1b2c3d4e5f6g7h8',
  'a1s2d3f4g5h6j7',
  'z1x2c3v4b5n6m7',
].flatMap((sequence) => [sequence, [...sequence].reverse().join('')]);

/** Ten digits are 10^10 guesses, and mostly a date or a telephone number. */
const DIGITS_ALONE = /^\d{1,10}$/;
const REPETITION = /^(.+?)\1+.{0,2}$/su;
const LONGEST_UNIT = 4;
/** Attackers do not try every repeated unit at every length. */
const LONGEST_REPETITION = 16;
/** The year, digits and exclamation mark that users append when a plain word is rejected. */
const ENDING = /[\d\p{P}\p{S}]{1,6}$/u;
const BEGINNING = /^[\d\p{P}\p{S}]{1,4}/u;
const MIN_SEQUENCE_LENGTH = 3;

let listed: ReadonlySet<string> | undefined;

/** Whether attackers try the password first: the 49,000 most leaked passwords and their usual variations. */
export function isListedPassword(password: string): boolean {
  // The 49,000 passwords are loaded when the first password is set, not at startup.
  listed ??= new Set([...dictionary['passwords-common'], ...OWN_WORDS]);
  const words = listed;
  const ofWord = password.replace(ENDING, '');
  const forms = [password, ofWord, ofWord.replace(BEGINNING, '')];
  return (
    DIGITS_ALONE.test(password) ||
    isRepetition(password, words) ||
    forms.some((form) => isGuessed(form, words))
  );
}

function isGuessed(form: string, words: ReadonlySet<string>): boolean {
  return (
    words.has(form) ||
    (form.length >= MIN_SEQUENCE_LENGTH && SEQUENCES.some((sequence) => sequence.includes(form)))
  );
}

function isRepetition(password: string, words: ReadonlySet<string>): boolean {
  const repeated = REPETITION.exec(password)?.[1];
  if (repeated === undefined) return false;
  const isShort = [...repeated].length <= LONGEST_UNIT && [...password].length <= LONGEST_REPETITION;
  return isShort || words.has(repeated);
}
