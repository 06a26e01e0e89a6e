import { getHeapStatistics, type HeapInfo } from 'node:v8';
import { Injectable } from '@nestjs/common';

/** Of the limit of the heap. V8 collects garbage again and again before it fails at the limit. */
const SHORT_SHARE = 0.9;
/** Reading the statistics takes microseconds; a heap does not fill up faster. */
const READ_AFTER_MS = 250;

/** Whether the heap of this process is nearly full. */
@Injectable()
export class MemoryPressure {
  private readAtMs = Number.NEGATIVE_INFINITY;
  private wasShort = false;

  get isShort(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.readAtMs < READ_AFTER_MS) return this.wasShort;
    this.readAtMs = nowMs;
    const { used_heap_size: used, heap_size_limit: limit } = this.readHeap();
    return (this.wasShort = used > limit * SHORT_SHARE);
  }

  protected readHeap(): Pick<HeapInfo, 'used_heap_size' | 'heap_size_limit'> {
    return getHeapStatistics();
  }
}
