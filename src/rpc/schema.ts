import { isEmail } from 'class-validator';
import { z } from 'zod';
import { trimmedEmail } from '../kernel/email-key';
import { NAME_MAX, PAGE_DEFAULT, PAGE_MAX } from '../kernel/limits';
import { type Id, type IdNoun, ID_PREFIXES, idPattern } from '../kernel/ids';
import { isWebAddress, WEB_ADDRESS_MAX } from '../kernel/web-address';

/** The parameter of a procedure's method: the parsed input. */
export type Input<S extends { input: z.ZodObject }> = z.output<S['input']>;

/** Schemas that procedures share. Limits come from the specification, "Limits", contract §2 and decision 0028. */

/** An id of one noun. */
export function id<N extends IdNoun>(of: N) {
  return z
    .string()
    .regex(idPattern(of), `Must be an id of the form ${ID_PREFIXES[of]}_…`)
    .transform((text) => text as Id<N>);
}

/** A name of 1 to `max` characters that is not blank. */
export function name(max = NAME_MAX) {
  return z
    .string()
    .max(max, `Must be at most ${max} characters`)
    .refine((text) => text.trim() !== '', 'Must not be empty');
}

/** RFC 5321's longest path, without its brackets. */
const EMAIL_MAX = 254;

/** An address for mails, without the spaces around it. */
export const emailAddress = z
  .string()
  .transform(trimmedEmail)
  .refine((text) => text.length <= EMAIL_MAX && isEmail(text), 'Must be an e-mail address');

/** What a browser shows or opens. */
export const webAddress = z
  .string()
  .max(WEB_ADDRESS_MAX, `Must be at most ${WEB_ADDRESS_MAX} characters`)
  .refine(isWebAddress, {
    error: 'Must be an http or https URL without a user name and a password',
    when: ({ issues }) => issues.length === 0,
  });

export const hexColor = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'Must be a hex color such as #1A2B3C');

/** An icon's identifier. */
export const icon = z.string().min(1, 'Must not be empty').max(100, 'Must be at most 100 characters');

export const description = z.string().max(10_000, 'Must be at most 10000 characters');

/** The version a caller has seen: 409 when the record has changed since (contract §5, "Concurrency"). */
export const expectedUpdatedAt = z.iso
  .datetime({ offset: true, error: 'Must be an ISO 8601 timestamp' })
  .transform((text) => new Date(text))
  .optional();

/** Input of every list: the id of the last record seen, and the page's size. */
export function page<N extends IdNoun>(of: N) {
  return {
    cursor: id(of).nullish(),
    limit: pageLimit,
  };
}

export const pageLimit = z
  .int('Must be a whole number')
  .min(1, 'Must be at least 1')
  .max(PAGE_MAX, `Must be at most ${PAGE_MAX}`)
  .default(PAGE_DEFAULT);

export const search = z.string().max(200, 'Must be at most 200 characters').optional();

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime();

export const nextCursor = z.string().nullable();

/** A secret in an output, such as a token: the schema itself marks it (secret-outputs.ts). */
export const secret = z.string();

/** The result of a mutation that returns no record. */
export const success = z.object({ success: z.literal(true) });
export const SUCCESS = { success: true } as const;

const EVIDENCE_MAX = 1024;
const evidence = z
  .string()
  .min(1, 'Must not be empty')
  .max(EVIDENCE_MAX, `Must be at most ${EVIDENCE_MAX} characters`)
  .optional();

/** Input of calls that reauthenticate a session: the password, or a code of the authenticator or a recovery code. */
export const userEvidence = { password: evidence, code: evidence };
