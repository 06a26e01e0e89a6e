import { describe, expect, it } from 'vitest';
import { EVENTS } from '../../../../../src/event-catalogue';
import { PRESENTATIONS } from '../../../../../src/modules/events/presentation/presentations';

describe('PRESENTATIONS', () => {
  const names = PRESENTATIONS.map(({ definition }) => definition.name);

  it('has each event that shows more than fields of its payload, once', () => {
    const needed = EVENTS.filter(
      ({ payload, publicData }) =>
        publicData !== null &&
        Object.entries(publicData.shape).some(([field, schema]) => payload.shape[field] !== schema),
    );
    expect(names.toSorted()).toEqual(needed.map(({ name }) => name).toSorted());
  });
});
