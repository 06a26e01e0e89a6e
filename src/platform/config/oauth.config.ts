import { IsIn } from 'class-validator';
import { FromEnv } from './from-env.decorator';

/** What the authorization server requires of applications. */
export class OAuthConfig {
  /** Public applications must always use PKCE; `required` also requires it of applications with a secret. */
  @FromEnv('OAUTH_PKCE')
  @IsIn(['optional', 'required'], { message: 'must be optional or required' })
  pkce: 'optional' | 'required' = 'optional';
}
