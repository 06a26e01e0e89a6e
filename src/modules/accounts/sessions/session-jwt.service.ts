import { Injectable } from '@nestjs/common';
import { jwtVerify, SignJWT } from 'jose';
import { clock } from '../../../kernel/clock';
import { idPattern, type SessionId, type UserId } from '../../../kernel/ids';
import { AppSecret, type PurposeKey } from '../../../platform/config/app-secret';

export interface SessionClaims {
  sessionId: SessionId;
  userId: UserId;
}

const TYPE = 'session+jwt';
const ISSUER = 'trestle';
const SESSION_ID = idPattern('session');
const USER_ID = idPattern('user');

/**
 * The session cookie's value (contract §4): a JWT signed using HS256 with a key that is derived from
 * APP_SECRET for this purpose only. Algorithm, type and issuer are pinned: `none`, other keys and other
 * tokens are rejected.
 */
@Injectable()
export class SessionJwtService {
  private readonly keys: [PurposeKey, ...PurposeKey[]];

  constructor(secret: AppSecret) {
    this.keys = secret.keysFor('session cookie');
  }

  sign({ sessionId, userId }: SessionClaims, expiresAt: Date): Promise<string> {
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: 'HS256', typ: TYPE })
      .setIssuer(ISSUER)
      .setSubject(userId)
      .setIssuedAt(clock.now())
      .setExpirationTime(expiresAt)
      .sign(this.keys[0].bytes);
  }

  /** Null for anything but an unexpired session cookie of this installation. */
  async verify(cookie: string): Promise<SessionClaims | null> {
    for (const key of this.keys) {
      const claims = await this.verifyBy(key, cookie);
      if (claims !== null) return claims;
    }
    return null;
  }

  // The header contains no key ID: the cookie cannot choose its key.
  private async verifyBy({ bytes }: PurposeKey, cookie: string): Promise<SessionClaims | null> {
    try {
      const { payload } = await jwtVerify(cookie, bytes, {
        algorithms: ['HS256'],
        typ: TYPE,
        issuer: ISSUER,
        currentDate: clock.now(),
        requiredClaims: ['sub', 'exp', 'sid'],
      });
      const { sid, sub } = payload;
      return SESSION_ID.test(String(sid)) && USER_ID.test(String(sub))
        ? { sessionId: sid as SessionId, userId: sub as UserId }
        : null;
    } catch {
      return null;
    }
  }
}
