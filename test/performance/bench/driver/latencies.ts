/** Latencies of one round, kept one by one: percentiles are exact, and 20 s at 50,000 a second are 8 MB. */
export class Latencies {
  private values = new Float64Array(1 << 16);
  private count = 0;

  add(milliseconds: number): void {
    if (this.count === this.values.length) {
      const grown = new Float64Array(this.values.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.count] = milliseconds;
    this.count += 1;
  }

  get size(): number {
    return this.count;
  }

  /** The smallest latency that at least the given share of the responses stayed within. */
  percentiles(...shares: number[]): number[] {
    const sorted = this.values.slice(0, this.count).sort();
    return shares.map((share) => sorted[Math.max(0, Math.ceil(share * this.count) - 1)] ?? Number.NaN);
  }
}
