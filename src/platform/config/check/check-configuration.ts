import { randomSecret } from '../../crypto/random';
import { ConfigurationProblem } from '../configuration-problem';
import { CONFIG_CLASSES, type ConfigClasses, readConfiguration } from '../configuration';
import { envBindings } from '../from-env.decorator';
import { type Environment, readConfig } from '../read-config';

/** Each part of a configuration that is valid by itself. */
export type ValidSettings = { [Name in keyof ConfigClasses]?: InstanceType<ConfigClasses[Name]> };

export interface CheckedConfiguration {
  settings: ValidSettings;
  /** One line for each part with a bad value, or for a combination that stops a start. */
  problems: string[];
  /** Variables whose names are almost those of Trestle, with the name that was probably meant. */
  misspelled: { variable: string; meant: string }[];
  /** Values of variables that contain a secret, and their passwords. */
  secrets: string[];
}

/** Shorter names have similar names in every environment. */
const COMPARED_LENGTH_MIN = 8;
const EDITS_MAX = 2;
const SECRET_NAME = /(SECRET|TOKEN|PASSWORD)/;

/** Checks all of a configuration, where a start stops at the first problem. Creates no secret. */
export function checkConfiguration(env: Environment = process.env): CheckedConfiguration {
  const settings: Record<string, object> = {};
  const problems: string[] = [];
  for (const [name, of] of Object.entries(CONFIG_CLASSES)) {
    const read = attempted(() => readConfig<object>(of, env));
    if (typeof read === 'string') problems.push(read);
    else settings[name] = read;
  }
  if (problems.length === 0) {
    const combined = attempted(() => readConfiguration(withSecret(env, settings)));
    if (typeof combined === 'string') problems.push(combined);
  }
  return { settings, problems, misspelled: misspelled(env), secrets: secretsOf(env) };
}

/** A start creates a secret beside an embedded database; this one is used for nothing. */
function withSecret(env: Environment, { database, process }: ValidSettings): Environment {
  const isCreated = process?.givenAppSecret === undefined && database?.databaseUrl === undefined;
  return isCreated ? { ...env, APP_SECRET: randomSecret(48) } : env;
}

function attempted<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigurationProblem) return error.message;
    throw error;
  }
}

function misspelled(env: Environment): CheckedConfiguration['misspelled'] {
  const known = Object.values(CONFIG_CLASSES)
    .flatMap((of) => envBindings(of.prototype as object))
    .flatMap(({ variable }) => [variable, `${variable}_FILE`]);
  const names = new Set(known);
  return Object.keys(env)
    .filter((variable) => variable.length >= COMPARED_LENGTH_MIN && !names.has(variable))
    .flatMap((variable) => {
      const meant = known.find(
        (name) =>
          name.length >= COMPARED_LENGTH_MIN && editsBetween(name, variable.toUpperCase()) <= EDITS_MAX,
      );
      return meant === undefined ? [] : [{ variable, meant }];
    })
    .sort((one, other) => one.variable.localeCompare(other.variable));
}

/** Levenshtein's distance. */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > EDITS_MAX) return EDITS_MAX + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = row[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[to]! + 1, next[to - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

function secretsOf(env: Environment): string[] {
  return Object.entries(env).flatMap(([variable, value]) => {
    if (value === undefined || value === '') return [];
    if (SECRET_NAME.test(variable)) return [value];
    if (!URL.canParse(value)) return [];
    const { password } = new URL(value);
    return password === '' ? [] : [password, decoded(password)];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
