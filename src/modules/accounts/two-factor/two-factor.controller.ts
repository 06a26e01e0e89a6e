import type { UserContext } from '../../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import { AUDITED_SECOND_FACTOR } from './second-factor-audit-snapshot';
import * as schemas from './two-factor.schemas';
import { TwoFactorService } from './two-factor.service';

/** Changes to an account's protection: with the user's session only, and recorded in the audit log. */
const GUARDED = {
  scope: 'write',
  role: 'person',
  isSessionOnly: true,
  isAudited: true,
  recordAuditSnapshot: AUDITED_SECOND_FACTOR,
} as const;

@Procedures()
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  @QueryProcedure('auth.twoFactor.get', {
    ...schemas.twoFactorGet,
    scope: 'read',
    role: 'person',
    isSessionOnly: true,
    description: 'Whether signing in requires a second factor, and the number of remaining recovery codes.',
  })
  get(context: UserContext) {
    return this.twoFactor.get(context);
  }

  @MutationProcedure('auth.twoFactor.begin', {
    ...schemas.twoFactorBegin,
    ...GUARDED,
    isPrepared: true,
    hasSecretAnswer: true,
    description:
      'Creates a new key for an authenticator app: as text, as a link and as a QR code in SVG. Signing in does not require a code until auth.twoFactor.enable is called; the key is valid for one hour. Requires the password if the session is older than ten minutes. CONFLICT if two-factor authentication is already on.',
  })
  begin(context: UserContext, { password }: Input<typeof schemas.twoFactorBegin>) {
    return this.twoFactor.prepareBegin(context, password);
  }

  @MutationProcedure('auth.twoFactor.enable', {
    ...schemas.twoFactorEnable,
    ...GUARDED,
    isPrepared: true,
    hasSecretAnswer: true,
    description:
      "Switches on two-factor authentication with a code of the new key, ends the caller's other sessions, and returns ten recovery codes, which are shown only here. Requires a session.",
  })
  enable(context: UserContext, { code }: Input<typeof schemas.twoFactorEnable>) {
    return this.twoFactor.prepareEnable(context, code);
  }

  @MutationProcedure('auth.twoFactor.disable', {
    ...schemas.twoFactorDisable,
    ...GUARDED,
    isPrepared: true,
    description:
      'Switches off two-factor authentication. Takes a code, a recovery code or the password. CONFLICT if two-factor authentication is off.',
  })
  disable(context: UserContext, input: Input<typeof schemas.twoFactorDisable>) {
    return this.twoFactor.prepareDisable(context, input);
  }

  @MutationProcedure('auth.twoFactor.renewCodes', {
    ...schemas.twoFactorRenewCodes,
    ...GUARDED,
    isPrepared: true,
    hasSecretAnswer: true,
    description:
      'Creates ten new recovery codes; the previous codes stop working. Takes a code, a recovery code or the password. CONFLICT if two-factor authentication is off.',
  })
  renewCodes(context: UserContext, input: Input<typeof schemas.twoFactorRenewCodes>) {
    return this.twoFactor.prepareNewCodes(context, input);
  }
}
