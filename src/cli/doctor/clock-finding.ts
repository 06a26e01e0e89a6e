import { failed, type Finding, ok, warning } from './finding';

const WARNING_MS = 2_000;
/** Codes of authenticators, sessions and signatures of webhooks stop working. */
const FAILED_MS = 30_000;

/** `differenceMs`: how far the other clock is ahead of this machine. */
export function clockFinding(check: string, noun: string, differenceMs: number): Finding {
  const seconds = Math.abs(differenceMs) / 1000;
  const message = `${noun} is ${seconds.toFixed(1)} s ${differenceMs >= 0 ? 'ahead of' : 'behind'} this machine`;
  const advice = 'Synchronize the clocks of all machines, for example with chrony';
  if (Math.abs(differenceMs) > FAILED_MS) return failed(check, message, advice);
  return Math.abs(differenceMs) > WARNING_MS ? warning(check, message, advice) : ok(check, message);
}
