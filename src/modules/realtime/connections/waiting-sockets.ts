import { addressKey } from '../../../access/address-key';
import { RateLimitExceeded } from '../../../access/rate-limits';

/** Sockets in one process that have not sent their token yet. */
const SOCKETS_PER_ADDRESS = 100;
const SOCKETS = 2_000;
const RETRY_SECONDS = 5;

/** Counts the sockets that wait for their first message: anyone can open them. */
export class WaitingSockets {
  private readonly counts = new Map<string, number>();
  private total = 0;

  assertRoom(ip: string): void {
    if (this.total >= SOCKETS || (this.counts.get(addressKey(ip)) ?? 0) >= SOCKETS_PER_ADDRESS)
      throw new RateLimitExceeded(RETRY_SECONDS);
  }

  /** Returns what to call once the socket no longer waits. */
  add(ip: string): () => void {
    const key = addressKey(ip);
    this.change(key, 1);
    let isWaiting = true;
    return () => {
      if (isWaiting) this.change(key, -1);
      isWaiting = false;
    };
  }

  private change(key: string, by: number): void {
    this.total += by;
    const count = (this.counts.get(key) ?? 0) + by;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }
}
