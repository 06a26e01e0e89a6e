import { describe, expect, it } from 'vitest';
import { asShown, isStillTrue } from '../../../support/reference/shown-response';

const ID = 'itm_01M8CMQ9EDVJ17PPAATBRMV34Q';
const OTHER_ID = 'brd_01M8CMQCV5PC7C4DPK8PC7E84S';
const EXAMPLE_ID = 'itm_01JZ8Q5W7T2V4X6Y8Z0A1B2C3D';

describe('asShown', () => {
  const shown = (response: unknown) =>
    asShown({
      example: { id: EXAMPLE_ID },
      sent: { id: ID },
      status: 200,
      response,
      slug: 't0123456789abcdef',
    });

  it('shows ids that were sent as the ids of the example, and no other id', () => {
    expect(shown({ id: ID, boardId: OTHER_ID })).toEqual({ id: EXAMPLE_ID, boardId: 'brd_…' });
  });

  it('shows no time, no secret and no name of a test', () => {
    expect(
      shown({
        createdAt: '2026-11-26T19:18:37.773Z',
        token: 'svc_scim_dGJGwUmtUTx0edEr25E5xy7rQHV8Ljtzpm52mZyO2R6mVR',
        url: 'http://t0123456789abcdef.trestle.test/api/auth/saml/login?test=_a409385f788b01228957fad8d6d8fbb5',
        email: 'usr_01m8cmq8d7daf0p073cr1mgewm@example.com',
      }),
    ).toEqual({
      createdAt: '…Z',
      token: 'svc_scim_…',
      url: 'http://acme.trestle.example.com/api/auth/saml/login?test=…',
      email: '…@example.com',
    });
  });

  it('keeps keys and words, however long', () => {
    const response = { previousSecretExpiresAt: null, action: 'notifications.preferences.update' };
    expect(shown(response)).toEqual(response);
  });

  it('shows the first entry of a list', () => {
    expect(shown({ items: [{ name: 'A' }, { name: 'B' }] })).toEqual({ items: [{ name: 'A' }, '…'] });
  });

  it('shows values of several columns once, whatever their order', () => {
    const [first, second] = ['col_01M8CMQ9EDVJ17PPAATBRMV34Q', 'col_01M8CMQCV5PC7C4DPK8PC7E84S'];
    expect(shown({ [first!]: 'B', [second!]: 'A' })).toEqual(shown({ [first!]: 'A', [second!]: 'B' }));
  });
});

describe('isStillTrue', () => {
  const PAGE = { id: 'itm_…', name: 'Item', position: 1, usedAt: null, values: {}, tags: ['a', '…'] };

  it.each([
    ['the same', {}],
    ['another number', { position: 7 }],
    ['a time instead of null', { usedAt: '…Z' }],
    ['null instead of an id', { id: null }],
  ])('%s', (_, change) => {
    expect(isStillTrue(PAGE, { ...PAGE, ...change })).toBe(true);
  });

  it.each([
    ['another text', { name: 'Other' }],
    ['another type', { position: '1' }],
    ['a new key', { color: null }],
    ['a list that is empty', { tags: [] }],
    ['a list for an object', { values: [] }],
  ])('not with %s', (_, change) => {
    expect(isStillTrue(PAGE, { ...PAGE, ...change })).toBe(false);
  });

  it('not without a key', () => {
    const { name: _, ...now } = PAGE;
    expect(isStillTrue(PAGE, now)).toBe(false);
  });

  it('not before a page shows anything', () => {
    expect(isStillTrue(undefined, PAGE)).toBe(false);
  });
});
