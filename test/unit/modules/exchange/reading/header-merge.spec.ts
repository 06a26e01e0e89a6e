import { describe, expect, it } from 'vitest';
import { HeaderMerge } from '../../../../../src/modules/exchange/reading/header-merge';

describe('repeated headers', () => {
  it('are one column of several lines; columns without a header are not', () => {
    const merge = new HeaderMerge(['Name', 'Labels', '', 'labels', 'Size', '', 'Labels']);
    expect(merge.names).toEqual(['Name', 'Labels', '', 'Size', '']);
    expect(merge.merge(['A', 'x, y', '1', '', '2', '3', 'z'])).toEqual(['A', 'x, y\nz', '1', '2', '3']);
    expect(merge.merge(['B', '', '', ' ', '', '', ''])).toEqual(['B', '', '', '', '']);
  });
});
