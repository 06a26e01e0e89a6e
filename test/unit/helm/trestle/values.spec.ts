import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ErrorObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../../src/platform/config/configuration';
import {
  EXAMPLES,
  INVALID_FILES,
  isObject,
  overlay,
  readText,
  readYaml,
  type Values,
  VALUES_FILES,
  valuesOf,
} from '../../../support/chart/chart-files';
import { tableRowsUnder } from '../../../support/documents/markdown';

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  definitions?: Record<string, Schema>;
  items?: Schema;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  $ref?: string;
  description?: string;
}

const schema = JSON.parse(readText('helm/trestle/values.schema.json')) as Schema;
const defaults = readYaml('helm/trestle/values.yaml');
const accepts = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true }).compile(
  schema,
);

function problemsOf(values: Values): ErrorObject[] {
  return accepts(values) ? [] : accepts.errors!;
}

const settings = schema.properties!['settings']!.properties!;
const secrets = schema.properties!['secrets']!.properties!;

/** Set by the templates, and by no value of the same name. */
const MANAGED = ['CELL_DIRECTORY', 'DATA_DIR', 'DRAIN_SECONDS', 'METRICS_PORT', 'PORT', 'ROLES'];

function variablesOfTheService(): string[] {
  const folder = join(__dirname, '../../../../src/platform/config');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readText(join('src/platform/config', name)).matchAll(/@FromEnv\('([A-Z_]+)'/g)])
    .map(([, variable]) => variable!);
}

function resolved({ $ref, ...own }: Schema): Schema {
  return $ref === undefined ? own : schema.definitions![$ref.slice('#/definitions/'.length)]!;
}

/** The names of values as docs/kubernetes.md has them: `api.autoscaling.enabled`. Lists and open objects are one value. */
function namesBelow(of: Schema, path: string): string[] {
  const { properties } = resolved(of);
  if (properties === undefined || path === 'settings' || path === 'secrets') return [path];
  return Object.entries(properties).flatMap(([name, each]) =>
    namesBelow(each, path === '' ? name : `${path}.${name}`),
  );
}

const valueAt = (path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), defaults);

describe('the schema', () => {
  it('is closed: an object accepts unknown keys only if Kubernetes or the operator defines them', () => {
    const open = (of: Schema, path: string): string[] => {
      const nested = [
        ...Object.entries(of.properties ?? {}),
        ...Object.entries(of.definitions ?? {}),
        ...(of.items ? [['[]', of.items] as [string, Schema]] : []),
      ].flatMap(([name, each]) => open(each, `${path}.${name}`));
      const isOpen = of.properties !== undefined && of.additionalProperties !== false;
      return isOpen ? [path, ...nested] : nested;
    };
    expect(open(schema, '').toSorted()).toEqual([
      '.gateway.parentRefs.[]',
      '.migration.pod.extraEnv.[]',
      '.pod.extraEnv.[]',
      '.role.pod.extraEnv.[]',
    ]);
  });

  it('has a description for every value', () => {
    const without = (of: Schema, path: string): string[] =>
      Object.entries(of.properties ?? {}).flatMap(([name, each]) => [
        ...(resolved(each).description === undefined && each.$ref === undefined ? [`${path}${name}`] : []),
        ...without(each, `${path}${name}.`),
      ]);
    expect(without(schema, '')).toEqual([]);
  });

  it('accepts the defaults, except what every installation must set', () => {
    expect(problemsOf(defaults).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)).toEqual([
      '/image/repository minLength',
      '/image/repository pattern',
      '/settings required',
      '/secrets required',
    ]);
  });

  it('has a default for every value, and no default for another', () => {
    const optional = ['global', 'migration.pod', 'api.pod', 'worker.pod', 'realtime.pod'];
    const isOptional = (path: string) =>
      optional.some((each) => path === each || path.startsWith(`${each}.`));
    const missing = namesBelow(schema, '').filter((path) => !isOptional(path) && valueAt(path) === undefined);
    expect(missing).toEqual([]);
    expect(problemsOf(defaults).filter(({ keyword }) => keyword === 'additionalProperties')).toEqual([]);
  });

  it.each(VALUES_FILES)('accepts $name', (files) => {
    expect(problemsOf(valuesOf(files))).toEqual([]);
  });

  it.each(INVALID_FILES.filter(({ by }) => by === 'schema'))('rejects $name, naming $naming', (files) => {
    const [path, part] = files.naming as [string, string?];
    const words = problemsOf(valuesOf(files)).map(({ instancePath, message, params }) =>
      JSON.stringify([instancePath.slice(1).replaceAll('/', '.'), message, params]),
    );
    expect(words.filter((each) => each.includes(path) && each.includes(part ?? ''))).not.toEqual([]);
  });

  it.each(INVALID_FILES.filter(({ by }) => by === 'templates'))('leaves $name to the templates', (files) => {
    expect(problemsOf(valuesOf(files))).toEqual([]);
  });
});

describe('variables', () => {
  it('of the service are settings, secrets or managed by the chart', () => {
    const known = new Set([...Object.keys(settings), ...Object.keys(secrets), ...MANAGED]);
    expect([...known].toSorted()).toEqual([...new Set(variablesOfTheService())].toSorted());
  });

  it('are settings and secrets if their value can be a URL with a password', () => {
    const both = Object.keys(settings).filter((name) => name in secrets);
    expect(both.toSorted()).toEqual(['REDIS_URL', 'SMTP_URL', 'STORAGE_URL']);
  });

  const BASE = {
    PUBLIC_URL: 'https://trestle.example.com',
    DATABASE_URL: 'postgres://trestle@db/trestle',
    APP_SECRET: 'Qm9vdHN0cmFwIGEgc2VjcmV0IG9mIHRoZSB0ZXN0cw',
    // Without it, the other variables of OpenTelemetry are not read.
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  };
  const isValid = (name: string, value: string): boolean => {
    try {
      readConfiguration({ ...BASE, [name]: value });
      return true;
    } catch {
      return false;
    }
  };

  it.each(Object.entries(settings).filter(([, { type }]) => type === 'integer'))(
    '%s has the limits of the service',
    (name, { minimum, maximum }) => {
      const accepted = [minimum! - 1, minimum!, maximum!, maximum! + 1].map((value) =>
        isValid(name, String(value)),
      );
      expect(accepted).toEqual([false, true, true, false]);
    },
  );

  it.each(Object.entries(settings).filter(([, { enum: words }]) => words !== undefined))(
    '%s has the words of the service',
    (name, { enum: words }) => {
      expect([...words!, 'other'].filter((word) => !isValid(name, word))).toEqual(['other']);
    },
  );

  it('DRAIN_SECONDS has the limits of the service', () => {
    const { minimum, maximum } = schema.definitions!['role']!.properties!['drainSeconds']!;
    expect([minimum, maximum]).toEqual([0, 60]);
    expect(isValid('DRAIN_SECONDS', '60') && !isValid('DRAIN_SECONDS', '61')).toBe(true);
  });
});

describe('docs/kubernetes.md', () => {
  it.each(EXAMPLES)('has valid values in the example of line $line', ({ values, below }) => {
    expect(problemsOf(overlay(valuesOf({ paths: below }), values))).toEqual([]);
  });

  const page = readText('docs/kubernetes.md');
  const rows = tableRowsUnder(page, 'Values').slice(1);
  const wordOf = (cell: string): string => cell.replaceAll('`', '');

  /** Those of the other roles and of single pods have the same names. */
  const SAME = /^(worker|realtime)\.|^(api|migration)\.pod\.|^global$/;

  it('has every value, and no other', () => {
    const documented = rows.map(([name]) => wordOf(name!));
    expect(documented.toSorted()).toEqual(
      namesBelow(schema, '')
        .filter((path) => !SAME.test(path))
        .concat('api.pod', 'migration.pod')
        .toSorted(),
    );
  });

  it('has their defaults', () => {
    const isShort = (value: unknown) => !isObject(value) && !Array.isArray(value) && value !== '';
    const wrong = rows
      .map(([name, shown]) => ({ name: wordOf(name!), shown: wordOf(shown!) }))
      .filter(({ name }) => isShort(valueAt(name)))
      .filter(({ name, shown }) => shown !== String(valueAt(name)));
    expect(wrong).toEqual([]);
  });
});
