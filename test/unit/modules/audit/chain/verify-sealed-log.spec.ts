import { describe, expect, it } from 'vitest';
import {
  LogBroken,
  verifySealedLog,
  type VerifySettings,
} from '../../../../../src/modules/audit/chain/verify-sealed-log';
import { newEd25519KeyPair } from '../../../../../src/platform/crypto/ed25519';
import { aSealedLog, type SealedLine } from '../../../../support/sealed-log';

async function* written(lines: readonly (SealedLine | string)[]): AsyncGenerator<string> {
  for (const line of lines) yield typeof line === 'string' ? line : JSON.stringify(line);
}

const verify = (lines: readonly (SealedLine | string)[], settings?: VerifySettings) =>
  verifySealedLog(written(lines), settings);

/** The line and the problem that a verification finds. */
async function found(lines: readonly (SealedLine | string)[], settings?: VerifySettings) {
  const error = await verify(lines, settings).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LogBroken);
  return (error as LogBroken).broken;
}

describe('verifySealedLog', () => {
  it('accepts an export, also with the keys of fields in another order', async () => {
    const { lines, publicKey } = aSealedLog(5);
    const reordered = lines.map((line) => Object.fromEntries(Object.entries(line).toReversed()));
    for (const file of [lines, reordered])
      expect(await verify(file, { publicKeys: [publicKey] })).toMatchObject({
        entries: 5,
        from: 1,
        to: 5,
        checkpoints: 2,
        erased: 0,
        keys: [lines[0]!.keys[0].id],
      });
    expect(await verify(aSealedLog(0).lines)).toMatchObject({ entries: 0, from: null, to: null });
  });

  it('finds each changed field of an entry and of its seal, in its line', async () => {
    const { lines } = aSealedLog(4);
    const paths: string[] = [];
    const visit = (value: unknown, path: string) => {
      if (typeof value === 'object' && value !== null)
        for (const [key, each] of Object.entries(value)) visit(each, path === '' ? key : `${path}.${key}`);
      else paths.push(path);
    };
    visit(lines[2], '');
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      const changed = structuredClone(lines);
      let parent = changed[2]!;
      const keys = path.split('.');
      for (const key of keys.slice(0, -1)) parent = parent[key];
      const key = keys.at(-1)!;
      const value: unknown = parent[key];
      parent[key] =
        typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value as string}x`;
      expect([path, (await found(changed)).line]).toEqual([path, 3]);
    }
  });

  it('finds an added field, which has no part in the hash', async () => {
    const { lines } = aSealedLog(3);
    const changed = lines.with(2, { ...lines[2], approvedBy: 'usr_1' });
    expect(await found(changed)).toMatchObject({
      line: 3,
      problem: expect.stringContaining('changed or inserted'),
    });
  });

  it('finds removed, repeated, swapped and foreign lines', async () => {
    const { lines } = aSealedLog(6);
    const foreign = aSealedLog(6).lines;
    const cases: [string, SealedLine[], number, string][] = [
      ['removed', lines.toSpliced(2, 1), 3, 'Entry 2 is missing'],
      ['removed at the beginning', lines.toSpliced(1, 1), 2, 'Entry 1 is missing'],
      ['repeated', lines.toSpliced(3, 0, lines[2]!), 4, 'Entry 2 follows entry 2'],
      ['swapped', lines.with(2, lines[3]!).with(3, lines[2]!), 3, 'Entry 2 is missing before entry 3'],
      ['inserted', lines.toSpliced(2, 0, { ...lines[2], seal: null }), 3, 'inserted into the database'],
      ['of another export', lines.with(4, { ...foreign[4], id: 'aud_9' }), 5, 'was changed'],
      ['after the end', [...lines, lines[2]!], 9, 'follows the last line'],
    ];
    for (const [name, changed, line, problem] of cases)
      expect([name, await found(changed)]).toEqual([
        name,
        expect.objectContaining({ line, problem: expect.stringContaining(problem) as string }),
      ]);
  });

  it('finds a file that was cut, also after a checkpoint and with the last line', async () => {
    const { lines } = aSealedLog(6);
    for (let length = 1; length < lines.length; length += 1)
      expect(await found(lines.slice(0, length))).toMatchObject({ line: length + 1 });
    expect(await found([...lines.slice(0, 5), lines.at(-1)!])).toMatchObject({
      line: 6,
      problem: 'The export ended with entry 6: the file was cut after entry 4',
    });
    expect(await found([])).toMatchObject({ line: 1, problem: 'The file is empty' });
  });

  it('finds a chain that was computed again without the key, and one with another key', async () => {
    const { lines, publicKey } = aSealedLog(4);
    const forged = aSealedLog(4, newEd25519KeyPair());
    // The forger keeps the first line with the key of the installation.
    expect(await found([lines[0]!, ...forged.lines.slice(1)])).toMatchObject({ line: 3 });
    const unsigned = forged.lines.map(({ ...line }) => {
      if (line.seal !== undefined) line.seal = { ...line.seal, checkpoint: undefined };
      return line;
    });
    expect((await found([lines[0]!, ...unsigned.slice(1)])).line).toBeGreaterThan(1);
    expect(await found(forged.lines, { publicKeys: [publicKey] })).toMatchObject({
      line: 1,
      problem: expect.stringContaining('which is not trusted'),
    });
    // Two keys cannot have the same id.
    const renamed = structuredClone(forged.lines);
    renamed[0]!.keys[0].id = lines[0]!.keys[0].id;
    expect(await found(renamed, { publicKeys: [publicKey] })).toMatchObject({ line: 1 });
  });

  it('finds an end without a signature, and a checkpoint in the place of the end', async () => {
    const { lines } = aSealedLog(4);
    const { sequence, hash } = lines.at(-1)!.end;
    expect(await found(lines.with(5, { end: { sequence, hash } }))).toMatchObject({
      line: 6,
      problem: expect.stringContaining('not signed'),
    });
    const { keyId, signature } = lines[4]!.seal.checkpoint;
    expect(await found(lines.with(5, { end: { sequence, hash, keyId, signature } }))).toMatchObject({
      problem: expect.stringContaining('not valid'),
    });
  });

  it('accepts an erased actor, and no other name in its place', async () => {
    const { lines } = aSealedLog(3);
    const erased = structuredClone(lines);
    Object.assign(erased[2]!, { actor: { id: 'usr_1', name: null, email: null } });
    erased[2]!.seal.salt = null;
    expect(await verify(erased)).toMatchObject({ entries: 3, erased: 1 });
    erased[2]!.actor.name = 'Eve';
    expect(await found(erased)).toMatchObject({ line: 3 });
    Object.assign(erased[2]!.actor, { id: 'usr_2', name: null });
    expect(await found(erased)).toMatchObject({ line: 3 });
  });

  it('compares an entry with an earlier verification', async () => {
    const { lines } = aSealedLog(4);
    const hash = lines[2]!.seal.hash as string;
    expect(await verify(lines, { expected: { sequence: 2, hash } })).toMatchObject({ entries: 4 });
    expect(await found(lines, { expected: { sequence: 3, hash } })).toMatchObject({
      line: 4,
      entryId: 'aud_3',
    });
    expect(await found(lines, { expected: { sequence: 9, hash } })).toMatchObject({
      problem: expect.stringContaining('does not contain entry 9'),
    });
  });

  it('rejects what is no sealed export', async () => {
    const { lines } = aSealedLog(2);
    for (const text of ['', 'null', '[]', '{', '{"id":"aud_1"}'])
      expect(await found([text])).toMatchObject({ line: 1 });
    expect(await found([...lines.slice(0, 2), 'text', ...lines.slice(2)])).toMatchObject({ line: 3 });
    expect(await found(lines.slice(1))).toMatchObject({ line: 1 });
  });
});
