import { Injectable } from '@nestjs/common';
import { METRICS } from '../../platform/metrics/catalogue';
import { Metrics } from '../../platform/metrics/metrics';
import { CellDirectory } from './cell-directory';

/** Shows whether the directory of cells can be read. */
@Injectable()
export class CellMetrics {
  constructor(metrics: Metrics, directory: CellDirectory) {
    if (!directory.isUsed) return;
    const gauge = metrics.gauge(METRICS.cellDirectoryUp);
    metrics.beforeExposition(() => gauge.set({}, directory.isCurrent ? 1 : 0));
  }
}
