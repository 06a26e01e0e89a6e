import { IsIn } from 'class-validator';
import { FromEnv } from './from-env.decorator';

/** Who can create an account. */
export class AccountsConfig {
  @FromEnv('REGISTRATION')
  @IsIn(['open', 'invite', 'closed'], { message: 'must be open, invite or closed' })
  registration: 'open' | 'invite' | 'closed' = 'open';
}
