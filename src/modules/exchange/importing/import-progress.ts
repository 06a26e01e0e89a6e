/** Items whose new names are merged into their index at a time. */
const MERGED_ITEMS = 2_000;

interface Steps {
  show(done: number): Promise<void>;
  merge(): Promise<void>;
}

/**
 * The work of other connections while one writes an import: showing the progress, and merging new names into their index. No
 * batch of rows waits for it. A step that fails is not repeated: a later one does its work.
 */
export class ImportProgress {
  private step: Promise<void> | null = null;
  private merged = 0;

  constructor(private readonly steps: Steps) {}

  /** Call it when `done` rows are written. Begins a step unless one is in progress. */
  advance(done: number): void {
    if (this.step !== null) return;
    // Another attempt counts its rows from the start.
    if (done < this.merged) this.merged = 0;
    const isMerged = done - this.merged < MERGED_ITEMS;
    if (!isMerged) this.merged = done;
    const { steps } = this;
    const step = Promise.all([steps.show(done), isMerged ? null : steps.merge()]);
    this.step = step.then(ignore, ignore).finally(() => {
      this.step = null;
    });
  }

  /** Resolves when no step is in progress. */
  async settle(): Promise<void> {
    await this.step;
  }
}

function ignore(): void {}
