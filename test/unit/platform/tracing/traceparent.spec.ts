import { describe, expect, it } from 'vitest';
import { formatTraceparent, parseTraceparent } from '../../../../src/platform/tracing/traceparent';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('the header traceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    // Other flags are not ours.
    [`00-${TRACE}-${SPAN}-03`, true],
    [`00-${TRACE}-${SPAN}-fe`, false],
    // A later version, with another field.
    [`cc-${TRACE}-${SPAN}-01-what-comes-next`, true],
  ])('is read from %s', (header, isSampled) => {
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
  });

  it.each([
    undefined,
    [`00-${TRACE}-${SPAN}-01`],
    '',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-01\n`,
    `00-${TRACE}"-${SPAN}-01`,
  ])('is ignored when it is %j', (header) => {
    expect(parseTraceparent(header)).toBeNull();
  });

  it('is written as it is read', () => {
    for (const flags of ['00', '01'])
      expect(formatTraceparent(parseTraceparent(`00-${TRACE}-${SPAN}-${flags}`)!)).toBe(
        `00-${TRACE}-${SPAN}-${flags}`,
      );
  });
});
