import { clock } from '../../../kernel/clock';
import { SignOnRefused } from '../sign-on-refused';
import { attributeOf } from '../xml';

/** Clocks of two machines may differ by as much. */
export const SKEW_MS = 60_000;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since 1970; refuses what is no instant. */
export function instant(text: string | null): number {
  const ms = text !== null && INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new SignOnRefused('unexpected_structure');
  return ms;
}

/** When something was said, which cannot be later than now. */
export function issueInstant(of: Element): number {
  const issuedAt = instant(attributeOf(of, 'IssueInstant'));
  if (issuedAt > clock.nowMs() + SKEW_MS) throw new SignOnRefused('not_yet_valid');
  return issuedAt;
}

/** Refuses what is not good yet, or not any more, where it says so. */
export function checkPeriod(of: Element): void {
  const [from, until] = [attributeOf(of, 'NotBefore'), attributeOf(of, 'NotOnOrAfter')];
  if (from !== null && instant(from) > clock.nowMs() + SKEW_MS) throw new SignOnRefused('not_yet_valid');
  if (until !== null && instant(until) <= clock.nowMs() - SKEW_MS) throw new SignOnRefused('expired');
}
