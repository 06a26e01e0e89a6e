import { z } from 'zod';
import type { HashedEntry } from './entry-hash';

const Sequence = z.int().nonnegative();
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Text = z.string().nullable();

const Signature = { keyId: z.string(), signature: z.string() };

const Seal = z.strictObject({
  sequence: Sequence,
  hash: Hash,
  salt: Text,
  personal: Text,
  details: Text.default(null),
  detailsSalt: Text.default(null),
  origin: Text.default(null),
  originSalt: Text.default(null),
  checkpoint: z.strictObject({ at: z.string(), ...Signature }).optional(),
});

/** Unknown keys are rejected: they would not be part of the hash. */
const Entry = z.strictObject({
  id: z.string(),
  action: z.string(),
  outcome: z.string(),
  reason: Text,
  actor: z.strictObject({ id: z.string(), name: Text, email: Text }).nullable(),
  credential: z.strictObject({ kind: z.string(), id: Text }).nullable(),
  ip: Text,
  userAgent: Text,
  target: Text,
  details: z.record(z.string(), z.unknown()),
  requestId: z.string(),
  createdAt: z.string(),
});

const First = z.strictObject({
  trestleAuditLog: z.literal(1),
  organizationId: z.string(),
  exportedAt: z.string(),
  keys: z.array(z.strictObject({ id: z.string(), publicKey: z.string() })),
  begin: z.strictObject({ sequence: Sequence, hash: Hash, ...Signature }),
});

const End = z.strictObject({
  end: z.strictObject({
    sequence: Sequence,
    hash: Hash,
    keyId: z.string().optional(),
    signature: z.string().optional(),
  }),
});

const SealedEntry = Entry.extend({ seal: Seal.nullable() });
const MissingEntry = z.strictObject({ id: z.string(), seal: Seal });

export type FirstLine = z.output<typeof First>;
export type EndLine = z.output<typeof End>['end'];

/** `entry` is null when the database had only the seal, `seal` when it had only the entry. */
export interface EntryLine {
  id: string;
  entry: HashedEntry | null;
  seal: z.output<typeof Seal> | null;
}

export type Line =
  { kind: 'first'; line: FirstLine } | { kind: 'entry'; line: EntryLine } | { kind: 'end'; line: EndLine };

/** Null for text that is no line of a sealed export. */
export function parseLine(text: string): Line | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const entry = SealedEntry.safeParse(value);
  if (entry.success) {
    const { seal, ...rest } = entry.data;
    return { kind: 'entry', line: { id: rest.id, entry: rest, seal } };
  }
  const missing = MissingEntry.safeParse(value);
  if (missing.success) return { kind: 'entry', line: { ...missing.data, entry: null } };
  const first = First.safeParse(value);
  if (first.success) return { kind: 'first', line: first.data };
  const end = End.safeParse(value);
  return end.success ? { kind: 'end', line: end.data.end } : null;
}
