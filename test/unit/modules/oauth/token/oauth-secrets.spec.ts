import { describe, expect, it } from 'vitest';
import {
  isAccessToken,
  isRefreshToken,
  newAccessToken,
  newCode,
  newRefreshToken,
  selectorOf,
} from '../../../../../src/modules/oauth/token/oauth-secrets';

describe('secrets of OAuth', () => {
  it('have the specification’s formats, and are distinguishable', () => {
    const [access, refresh, code] = [newAccessToken(), newRefreshToken(), newCode()];
    expect(access).toMatch(/^svc_oat_[0-9A-Za-z]{46}$/);
    expect(refresh).toMatch(/^svc_ort_[0-9A-Za-z]{70}$/);
    expect(isAccessToken(access)).toBe(true);
    expect(isRefreshToken(refresh)).toBe(true);
    for (const other of [
      refresh,
      code,
      '',
      `${access}0`,
      access.slice(0, -1),
      access.replace('oat', 'ort'),
    ]) {
      expect(isAccessToken(other)).toBe(false);
    }
    for (const other of [access, code, `${refresh}0`, refresh.replace('ort', 'oat')]) {
      expect(isRefreshToken(other)).toBe(false);
    }
  });

  it('refresh tokens of a family have a common prefix, and otherwise differ', () => {
    const first = newRefreshToken();
    const second = newRefreshToken(first);
    expect(isRefreshToken(second)).toBe(true);
    expect(selectorOf(second)).toBe(selectorOf(first));
    expect(second).not.toBe(first);
    expect(second.slice(selectorOf(second).length)).not.toBe(first.slice(selectorOf(first).length));
    expect(selectorOf(newRefreshToken())).not.toBe(selectorOf(first));
  });

  it('with a different character are invalid', () => {
    const refresh = newRefreshToken();
    for (let at = 0; at < refresh.length; at += 7) {
      const other = refresh[at] === 'x' ? 'y' : 'x';
      expect(isRefreshToken(refresh.slice(0, at) + other + refresh.slice(at + 1))).toBe(false);
    }
  });
});
