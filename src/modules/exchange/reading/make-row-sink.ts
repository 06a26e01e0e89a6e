import { BlockRows } from './block-rows';
import type { Shape } from './row-shaper';
import type { RowSink } from './row-sink';
import { TableBuilder } from './table-builder';

/** Collects the rows of a file of a layout. */
export function rowSink(shape: Omit<Shape, 'limits'>): RowSink {
  return shape.layout === 'blocks' ? new BlockRows() : new TableBuilder(shape);
}
