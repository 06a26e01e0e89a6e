import { isSignedByEd25519 } from '../../../platform/crypto/ed25519';
import { keyIdOf } from './signing-key-id';
import { type PointKind, type PointSignature, signedText } from './chain-point';
import { canonicalJson } from './canonical-json';
import { detailsDigest, entryHash, type HashedEntry, originDigest, personalDigest } from './entry-hash';
import { parseLine, type EndLine, type EntryLine, type FirstLine } from './sealed-log-lines';

/** A line of the file that is not what the installation exported. Line 1 is the first. */
export interface BrokenLine {
  line: number;
  /** The id of the entry of the line. */
  entryId: string | null;
  problem: string;
}

export interface VerifiedLog {
  organizationId: string;
  exportedAt: string;
  entries: number;
  /** Those of the first and the last entry; null in an empty file. */
  from: number | null;
  to: number | null;
  hash: string;
  checkpoints: number;
  /** Entries whose actor's name and address, whose details, or whose IP address were erased. */
  erased: number;
  /** The ids of the keys whose signatures were checked. */
  keys: string[];
}

/** Thrown for the first line that is broken. */
export class LogBroken extends Error {
  constructor(readonly broken: BrokenLine) {
    super(`line ${broken.line}: ${broken.problem}`);
  }
}

export interface VerifySettings {
  /** SubjectPublicKeyInfo in DER, base64: only its signatures are trusted. By default, those of the keys in the file are. */
  publicKeys?: readonly string[];
  /** An entry that an earlier verification found, and its hash. */
  expected?: { sequence: number; hash: string };
}

/**
 * Verifies a sealed export, reading it once. Throws LogBroken for the first line that was changed, removed, inserted or moved, and
 * when the end is missing.
 */
export async function verifySealedLog(
  lines: AsyncIterable<string>,
  settings: VerifySettings = {},
): Promise<VerifiedLog> {
  let verification: SealedLogVerification | null = null;
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (verification === null) verification = new SealedLogVerification(parseFirst(line), settings);
    else verification.next(line, number);
  }
  if (verification === null) throw new LogBroken({ line: 1, entryId: null, problem: 'The file is empty' });
  return verification.complete(number);
}

function parseFirst(line: string): FirstLine {
  const read = parseLine(line);
  if (read?.kind !== 'first')
    throw new LogBroken({
      line: 1,
      entryId: null,
      problem: 'This is not the first line of a sealed export of an audit log, in format 1',
    });
  return read.line;
}

class SealedLogVerification {
  private readonly keys = new Map<string, string>();
  private readonly used = new Set<string>();
  private sequence: number;
  private hash: string;
  private end: EndLine | null = null;
  private entries = 0;
  private checkpoints = 0;
  private erased = 0;
  private isExpectedFound = false;

  constructor(
    private readonly first: FirstLine,
    private readonly settings: VerifySettings,
  ) {
    const { begin, keys, organizationId, exportedAt } = first;
    for (const publicKey of settings.publicKeys ?? keys.map((key) => key.publicKey))
      this.keys.set(keyIdOf(publicKey), publicKey);
    [this.sequence, this.hash] = [begin.sequence, begin.hash];
    this.assertSigned('begin', { organizationId, ...begin, at: exportedAt }, begin, 1, null);
    this.compareExpected(1, null);
  }

  next(text: string, line: number): void {
    if (this.end !== null)
      broken(line, null, 'The line follows the last line of the export: it was inserted');
    const read = parseLine(text);
    if (read === null || read.kind === 'first')
      return broken(line, null, 'The line is no entry of an export: it was changed or inserted');
    if (read.kind === 'end') this.checkEnd(read.line, line);
    else this.checkEntry(read.line, line);
  }

  complete(lines: number): VerifiedLog {
    if (this.end === null)
      broken(lines + 1, null, `The last line is missing: the file was cut after entry ${this.sequence}`);
    const { expected } = this.settings;
    if (expected !== undefined && !this.isExpectedFound)
      broken(lines, null, `The file does not contain entry ${expected.sequence}, which was expected`);
    const { organizationId, exportedAt, begin } = this.first;
    return {
      organizationId,
      exportedAt,
      entries: this.entries,
      from: this.entries === 0 ? null : begin.sequence + 1,
      to: this.entries === 0 ? null : this.sequence,
      hash: this.hash,
      checkpoints: this.checkpoints,
      erased: this.erased,
      keys: [...this.used],
    };
  }

  private checkEntry({ id, entry, seal }: EntryLine, line: number): void {
    if (seal === null) return broken(line, id, 'The entry has no seal: it was inserted into the database');
    this.assertNext(seal.sequence, id, line);
    if (entry === null) return broken(line, id, `Entry ${seal.sequence} was removed from the database`);
    const isActorErased = this.isActorErased(entry, seal, line);
    const isOriginErased = this.isOriginErased(entry, seal, line);
    if (this.areDetailsErased(entry, seal, line) || isActorErased || isOriginErased) this.erased += 1;
    const { organizationId } = this.first;
    if (entryHash(entry, { organizationId, ...seal, previous: this.hash }) !== seal.hash)
      broken(line, id, `Entry ${seal.sequence} or its seal was changed, or the entry before it was`);
    [this.sequence, this.hash] = [seal.sequence, seal.hash];
    this.entries += 1;
    if (seal.checkpoint !== undefined) {
      const point = { organizationId, sequence: seal.sequence, hash: seal.hash, at: seal.checkpoint.at };
      this.assertSigned('checkpoint', point, seal.checkpoint, line, id);
      this.checkpoints += 1;
    }
    this.compareExpected(line, id);
  }

  private assertNext(sequence: number, id: string, line: number): void {
    const expected = this.sequence + 1;
    if (sequence > expected)
      broken(line, id, `Entry ${expected} is missing before entry ${sequence}: it was removed or moved`);
    if (sequence < expected)
      broken(line, id, `Entry ${sequence} follows entry ${this.sequence}: it was inserted or moved`);
  }

  /** An erased actor has neither name nor address: without the salt, no others can be checked. */
  private isActorErased(
    entry: HashedEntry,
    { salt, personal, sequence }: NonNullable<EntryLine['seal']>,
    line: number,
  ): boolean {
    if (salt !== null) {
      if (personalDigest(entry, salt) !== personal)
        broken(line, entry.id, `The actor of entry ${sequence} was changed`);
      return false;
    }
    if (entry.actor?.name !== null || entry.actor.email !== null)
      broken(
        line,
        entry.id,
        `Entry ${sequence} has a name or an address that cannot be checked: it was changed`,
      );
    return true;
  }

  /** Erased details are empty: without the salt, no others can be checked. Without a digest, the hash contains them. */
  private areDetailsErased(
    entry: HashedEntry,
    { details, detailsSalt, sequence }: NonNullable<EntryLine['seal']>,
    line: number,
  ): boolean {
    if (details === null) return false;
    if (detailsSalt === null) {
      if (canonicalJson(entry.details) !== '{}')
        broken(line, entry.id, `Entry ${sequence} has details that cannot be checked: they were changed`);
      return true;
    }
    if (detailsDigest(entry, detailsSalt) !== details)
      broken(line, entry.id, `The details of entry ${sequence} were changed`);
    return false;
  }

  /** As for details: an erased origin has neither an IP address nor a user agent. */
  private isOriginErased(
    entry: HashedEntry,
    { origin, originSalt, sequence }: NonNullable<EntryLine['seal']>,
    line: number,
  ): boolean {
    if (origin === null) return false;
    if (originSalt === null) {
      if (entry.ip !== null || entry.userAgent !== null)
        broken(line, entry.id, `Entry ${sequence} has an IP address that cannot be checked: it was changed`);
      return true;
    }
    if (originDigest(entry, originSalt) !== origin)
      broken(line, entry.id, `The IP address or the user agent of entry ${sequence} was changed`);
    return false;
  }

  private checkEnd(end: EndLine, line: number): void {
    if (end.sequence !== this.sequence)
      broken(
        line,
        null,
        `The export ended with entry ${end.sequence}: the file was cut after entry ${this.sequence}`,
      );
    if (end.hash !== this.hash)
      broken(
        line,
        null,
        `Entry ${end.sequence} is not the one with which the chain ended: the chain was computed again`,
      );
    if (end.signature === undefined || end.keyId === undefined)
      return broken(
        line,
        null,
        'The end is not signed: the installation found that its chain had been changed',
      );
    const { organizationId, exportedAt: at } = this.first;
    const { keyId, signature } = end;
    this.assertSigned('end', { organizationId, ...end, at }, { keyId, signature }, line, null);
    this.end = end;
  }

  private assertSigned(
    kind: PointKind,
    point: { organizationId: string; sequence: number; hash: string; at: string },
    { keyId, signature }: PointSignature,
    line: number,
    entryId: string | null,
  ): void {
    const key = this.keys.get(keyId);
    if (key === undefined)
      return broken(line, entryId, `The signature is of the key ${keyId}, which is not trusted`);
    if (!isSignedByEd25519(signedText(kind, point), signature, key))
      broken(line, entryId, `The signature at entry ${point.sequence} is not valid: the line was changed`);
    this.used.add(keyId);
  }

  private compareExpected(line: number, id: string | null): void {
    const { expected } = this.settings;
    if (expected?.sequence !== this.sequence) return;
    if (expected.hash !== this.hash)
      broken(line, id, `Entry ${this.sequence} does not have the expected hash`);
    this.isExpectedFound = true;
  }
}

function broken(line: number, entryId: string | null, problem: string): never {
  throw new LogBroken({ line, entryId, problem });
}
