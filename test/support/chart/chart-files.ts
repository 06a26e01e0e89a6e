import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { fencesOf } from '../documents/markdown';

const ROOT = join(__dirname, '..', '..', '..');

export type Values = { [key: string]: unknown };

export const CHART = join(ROOT, 'helm', 'trestle');
const VALUES = join(ROOT, 'test', 'ship', 'values');

export const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** One document, with the booleans of YAML 1.1 (`off`), as Kubernetes and Helm read it. */
export const readYaml = (path: string): Values =>
  parse(readFileSync(join(ROOT, path), 'utf8'), { version: '1.1', merge: true }) as Values;

/** Values files that are used together, under the name of the last one. */
export interface ValuesFiles {
  name: string;
  paths: string[];
}

const MINIMAL = join(VALUES, 'complete', 'minimal.yaml');
export const MINIMAL_FILES: ValuesFiles = { name: 'minimal', paths: [MINIMAL] };

/** Those in folders named `complete` are used alone, the others on top of the minimal one. */
function filesIn(folder: string): ValuesFiles[] {
  const names = (below: string) => readdirSync(join(VALUES, below)).filter((name) => name.endsWith('.yaml'));
  const withoutEnding = (name: string) => name.slice(0, -'.yaml'.length);
  return [
    ...names(join(folder, 'complete')).map((name) => ({
      name: withoutEnding(name),
      paths: [join(VALUES, folder, 'complete', name)],
    })),
    ...names(folder).map((name) => ({
      name: withoutEnding(name),
      paths: [MINIMAL, join(VALUES, folder, name)],
    })),
  ];
}

export const VALUES_FILES = filesIn('.');

/** Values that are rejected. */
export interface InvalidValues extends ValuesFiles {
  by: 'schema' | 'templates';
  /** The value that the message names, and within it, after a colon, the part that is wrong. */
  naming: string[];
}

/** The first line of each file names what rejects it. */
export const INVALID_FILES: InvalidValues[] = filesIn('invalid').map((files) => {
  const text = readFileSync(files.paths.at(-1)!, 'utf8');
  const [, by, naming] = /^# rejected by the (schema|templates): (.+)\n/.exec(text)!;
  return { ...files, by: by as InvalidValues['by'], naming: naming!.split(': ') };
});

/** Values files on top of the defaults of the chart. */
export function valuesOf({ paths }: Pick<ValuesFiles, 'paths'>): Values {
  return paths
    .map((path) => parse(readFileSync(path, 'utf8'), { version: '1.1', merge: true }) as Values)
    .reduce(overlay, readYaml('helm/trestle/values.yaml'));
}

/** Maps are merged, everything else is replaced. */
export function overlay(below: Values, above: Values): Values {
  const result = { ...below };
  for (const [key, value] of Object.entries(above)) {
    result[key] = isObject(value) && isObject(result[key]) ? overlay(result[key], value) : value;
  }
  return result;
}

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values in docs/kubernetes.md, on top of minimal ones unless they are complete. Its other YAML is objects of Kubernetes. */
export const EXAMPLES = fencesOf(readText('docs/kubernetes.md'))
  .filter(({ language, text }) => language === 'yaml' && !/^kind:/m.test(text))
  .map(({ line, text }) => {
    const values = parse(text, { version: '1.1' }) as Values;
    return { line, text, values, below: 'image' in values ? [] : MINIMAL_FILES.paths };
  });
