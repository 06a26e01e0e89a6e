import { clock } from '../../../kernel/clock';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { attributeOf } from '../xml';

/** Allowed clock skew. */
export const SKEW_MS = 60_000;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since 1970. Throws if the text is not a valid instant. */
export function instant(text: string | null): number {
  const ms = text !== null && INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new SignOnRejected('unexpected_structure');
  return ms;
}

/** An issue instant, which cannot be in the future. */
export function issueInstant(of: Element): number {
  const issuedAt = instant(attributeOf(of, 'IssueInstant'));
  if (issuedAt > clock.nowMs() + SKEW_MS) throw new SignOnRejected('not_yet_valid');
  return issuedAt;
}

/** Throws if the time is outside of the stated validity period. */
export function checkPeriod(of: Element): void {
  const [from, until] = [attributeOf(of, 'NotBefore'), attributeOf(of, 'NotOnOrAfter')];
  if (from !== null && instant(from) > clock.nowMs() + SKEW_MS) throw new SignOnRejected('not_yet_valid');
  if (until !== null && instant(until) <= clock.nowMs() - SKEW_MS) throw new SignOnRejected('expired');
}
