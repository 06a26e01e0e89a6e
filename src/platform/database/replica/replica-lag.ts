/** At two checks a second, ten minutes of a replica that replays nothing. */
const MAX_SAMPLES = 1_200;

interface Sample {
  position: bigint;
  atMs: number;
}

/**
 * How old the data of a replica is: the age of the oldest position of the primary that the replica has not replayed. The time
 * of its last transaction, which PostgreSQL reports, grows on a primary without writes, and depends on two clocks.
 */
export class ReplicaLag {
  private samples: Sample[] = [];

  /** `atMs` is a time before the primary returned the position. */
  addPrimary(position: bigint, atMs: number): void {
    if (this.samples.at(-1)?.position === position) return;
    this.samples.push({ position, atMs });
    // The oldest one stays: it has the lag of a replica that stands still.
    if (this.samples.length > MAX_SAMPLES) this.samples.splice(1, 1);
  }

  of(replayed: bigint, nowMs: number): number {
    this.samples = this.samples.filter(({ position }) => position > replayed);
    const oldest = this.samples[0];
    return oldest === undefined ? 0 : Math.max(0, nowMs - oldest.atMs);
  }
}
