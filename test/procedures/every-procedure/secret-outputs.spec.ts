import { beforeAll, describe, expect, it } from 'vitest';
import { type JsonSchema, wireSchemaOf } from '../../../src/modules/api-reference/json-schema';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { containsSecret } from '../../../src/rpc/secret-outputs';
import { sharedApp } from '../../support/app';

const SECRET = /^(token|password)$|secret$|^(recoveryCodes|otpauthUri|webhookUrl|link)$/i;

/** The fields of a schema that are named as a secret and contain text. */
function secretFields(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties = {} } = part as JsonSchema;
  const named = Object.entries(properties).filter(
    ([name, field]) => SECRET.test(name) && JSON.stringify(field).includes('"string"'),
  );
  return [...named.map(([name]) => name), ...Object.values(part).flatMap(secretFields)];
}

describe('outputs with a secret', () => {
  let procedures: Procedure[];
  beforeAll(async () => {
    procedures = (await sharedApp()).nest.get(ProcedureRegistry, { strict: false }).all();
  });

  it('mark it, so that they are never compressed', () => {
    const found = procedures.flatMap(({ name, output }) =>
      secretFields(wireSchemaOf(output)).map((field) => ({ name, field, isMarked: containsSecret(output) })),
    );
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter(({ isMarked }) => !isMarked)).toEqual([]);
  });

  it('are not those of the lists that interfaces read', () => {
    const compressed = procedures.filter(({ isCompressed }) => isCompressed === true).map(({ name }) => name);
    expect(compressed).toEqual(expect.arrayContaining(['boards.get', 'items.list', 'search.query']));
    expect(compressed.filter((name) => /^(automations|webhooks|oauth|sso|scim|auth)\./.test(name))).toEqual(
      [],
    );
  });
});
