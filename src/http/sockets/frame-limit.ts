/** Frames per second that a client may send, and how many of them at once: far more than cursors and typing need. */
const PER_SECOND = 30;
const AT_ONCE = 120;

/** Counts the frames of one client: allowed ones are refilled with time. */
export function frameLimit(nowMs: () => number = () => performance.now()): () => boolean {
  let allowed = AT_ONCE;
  let countedAtMs = nowMs();
  return () => {
    const now = nowMs();
    allowed = Math.min(AT_ONCE, allowed + ((now - countedAtMs) / 1_000) * PER_SECOND);
    countedAtMs = now;
    if (allowed < 1) return false;
    allowed -= 1;
    return true;
  };
}
