import { describe, expect, it } from 'vitest';
import {
  dateOrders,
  orderOfFormat,
} from '../../../../../../src/modules/exchange/importing/planning/date-orders';

const column = (header: string, ...texts: string[]) => ({
  header,
  texts: new Set(texts),
  filled: texts.length,
});
const options = (own: 'dmy' | 'mdy' | null, isStrict: boolean) => ({
  given: undefined,
  organizations: async () => own,
  isStrict,
});

describe('the order of day and month', () => {
  const due = column('Due', '3/4/2026');
  const start = column('Start', '3/4/2026', '13/4/2026');

  it('follows the column, or another one of the file', async () => {
    const { orders, dates } = await dateOrders([due, start], options(null, true));
    expect([orders.get(due), orders.get(start)]).toEqual(['dmy', 'dmy']);
    expect(dates).toEqual({ order: 'dmy', from: 'file', columns: ['Due', 'Start'] });
  });

  it('follows the organization where the columns of the file differ', async () => {
    const other = column('End', '4/13/2026');
    const { orders, dates } = await dateOrders([due, start, other], options('mdy', true));
    expect([due, start, other].map((each) => orders.get(each))).toEqual(['mdy', 'dmy', 'mdy']);
    expect(dates).toEqual({ order: 'mdy', from: 'organization', columns: ['Due'] });
  });

  it('is rejected, or has the month first, where nothing shows it', async () => {
    await expect(dateOrders([due], options(null, true))).rejects.toThrow('can be read both ways');
    const { orders, dates } = await dateOrders([due], options(null, false));
    expect([orders.get(due), dates?.from]).toEqual(['mdy', 'default']);
  });

  it('does not matter for other dates', async () => {
    const { dates } = await dateOrders([column('Due', '2026-03-04', '3/Apr/26')], options(null, true));
    expect(dates).toBeNull();
  });

  it.each([
    ['YYYY-MM-DD', null],
    ['DD/MM/YYYY', 'dmy'],
    ['M/D/YYYY', 'mdy'],
    ['D. MMM YYYY', null],
  ] as const)('of the format %s is %s', (format, order) => {
    expect(orderOfFormat(format)).toBe(order);
  });
});
