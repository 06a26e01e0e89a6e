import { describe, expect, it } from 'vitest';
import { JsonText } from '../../../../src/kernel/json';
import { newId } from '../../../../src/kernel/ids';
import {
  answeredId,
  answeredOrganization,
  namedTarget,
  shownInput,
} from '../../../../src/access/audit/audited-input';

describe('shownInput', () => {
  it('shows the input', () => {
    const input = { id: 'x', name: 'A', at: new Date(0), none: undefined, expectedUpdatedAt: new Date(0) };
    expect(shownInput(input)).toEqual({ input: { id: 'x', name: 'A', at: '1970-01-01T00:00:00.000Z' } });
    expect(shownInput({})).toEqual({});
    expect(shownInput(undefined)).toEqual({});
  });

  it('hides fields named like a secret, at any depth, and shows ids and booleans', () => {
    const tokenId = newId('token');
    const input = {
      currentPassword: 'a',
      token: 'b',
      tokenId,
      code: '123456',
      nested: [{ clientSecret: 'c', certificates: ['d'] }],
      requirePasswordChange: true,
    };
    expect(shownInput(input)).toEqual({
      input: {
        currentPassword: '[hidden]',
        token: '[hidden]',
        tokenId,
        code: '[hidden]',
        nested: [{ clientSecret: '[hidden]', certificates: '[hidden]' }],
        requirePasswordChange: true,
      },
    });
  });
});

describe('namedTarget', () => {
  it('is the closest id, and only an id', () => {
    const [id, userId] = [newId('workspace'), newId('user')];
    expect(namedTarget({ userId, id })).toBe(id);
    expect(namedTarget({ workspaceId: id, userId })).toBe(userId);
    expect(namedTarget({ id: '<script>' })).toBeNull();
    expect(namedTarget({ id: [id] })).toBeNull();
    expect(namedTarget('text')).toBeNull();
    expect(namedTarget(null)).toBeNull();
  });
});

describe('the id of a response', () => {
  it('is read from a record and from its text', () => {
    const id = newId('organization');
    expect(answeredId(new JsonText(JSON.stringify({ id })))).toBe(id);
    expect(answeredOrganization({ id })).toBe(id);
    expect(answeredOrganization({ id: newId('invitation'), organizationId: id })).toBe(id);
    expect(answeredOrganization({ organization: { id } })).toBe(id);
    expect(answeredOrganization({ success: true })).toBeNull();
  });
});
