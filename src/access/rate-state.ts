export interface BucketState {
  limit: number;
  remaining: number;
  /** Epoch seconds at which the window ends. */
  resetAt: number;
}

/** The rate-limit headers of one response: they describe the bucket with the fewest calls left (contract §5). */
export class RateState {
  tightest: BucketState | null = null;

  record(bucket: BucketState): void {
    if (this.tightest === null || bucket.remaining <= this.tightest.remaining) this.tightest = bucket;
  }
}
