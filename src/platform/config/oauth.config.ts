import { IsIn } from 'class-validator';
import { FromEnv } from './from-env.decorator';

/** What the authorization server asks of applications. */
export class OAuthConfig {
  /** Public applications must always use PKCE; `required` asks it of those with a secret, too. */
  @FromEnv('OAUTH_PKCE')
  @IsIn(['optional', 'required'], { message: 'must be optional or required' })
  pkce: 'optional' | 'required' = 'optional';
}
