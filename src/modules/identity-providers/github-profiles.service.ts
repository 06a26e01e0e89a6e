import { Injectable } from '@nestjs/common';
import { Outbound } from '../../platform/http/outbound';
import { OpenIdProblem, openIdProblem } from '../../platform/openid/open-id-problem';
import { emailOf, nameOf, type VerifiedIdentity } from './verified-identity';

const API = 'https://api.github.com';
const TIMEOUT_MS = 10_000;

interface GithubEmail {
  email: unknown;
  primary: unknown;
  verified: unknown;
}

/** GitHub issues no ID token, so the profile is requested from its API. */
@Injectable()
export class GithubProfilesService {
  constructor(private readonly outbound: Outbound) {}

  async of(issuer: string, accessToken: string): Promise<VerifiedIdentity> {
    const [profile, emails] = await Promise.all([
      this.read('/user', accessToken),
      this.read('/user/emails', accessToken),
    ]);
    const { id, name, login } = profile as { id?: unknown; name?: unknown; login?: unknown };
    // GitHub user names can be reassigned to other users; numeric ids cannot.
    if (!Number.isSafeInteger(id)) throw unusable();
    const email = primaryOf(emails);
    return {
      provider: 'github',
      issuer,
      subject: String(id),
      email: emailOf(email?.email),
      isEmailVerified: email?.verified === true,
      name: nameOf(name) ?? nameOf(login),
    };
  }

  private async read(path: string, accessToken: string): Promise<object> {
    const answer = await this.outbound
      .request({
        method: 'GET',
        url: `${API}${path}`,
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${accessToken}`,
          'x-github-api-version': '2022-11-28',
        },
        timeoutMs: TIMEOUT_MS,
      })
      .catch((error: unknown) => {
        throw openIdProblem(error);
      });
    if (answer.status !== 200) throw unusable();
    const body = parsed(answer.body);
    if (typeof body !== 'object' || body === null) throw unusable();
    return body;
  }
}

/** The primary address, which GitHub itself sends mail to. The user may not own the others. */
function primaryOf(emails: object): GithubEmail | undefined {
  if (!Array.isArray(emails)) throw unusable();
  return (emails as (GithubEmail | null)[]).find((email) => email?.primary === true) ?? undefined;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function unusable(): OpenIdProblem {
  return new OpenIdProblem('provider_unreachable', undefined, 'profile_unusable');
}
