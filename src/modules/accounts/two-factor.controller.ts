import type { PersonContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { AUDITED_SECOND_FACTOR } from './audited-second-factor';
import * as schemas from './two-factor.schemas';
import { TwoFactorService } from './two-factor.service';

/** What guards the account itself: for its owner's session alone, and kept in the audit log. */
const GUARDED = {
  scope: 'write',
  role: 'person',
  isSessionOnly: true,
  isAudited: true,
  auditedRecord: AUDITED_SECOND_FACTOR,
} as const;

@Procedures()
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  @QueryProcedure('auth.twoFactor.get', {
    ...schemas.twoFactorGet,
    scope: 'read',
    role: 'person',
    isSessionOnly: true,
    description:
      'Whether signing in asks the caller for a second factor, and how many recovery codes are left.',
  })
  get(context: PersonContext) {
    return this.twoFactor.get(context);
  }

  @MutationProcedure('auth.twoFactor.begin', {
    ...schemas.twoFactorBegin,
    ...GUARDED,
    isPrepared: true,
    hasSecretAnswer: true,
    description:
      'Makes a new key for an authenticator app: as text, as a link and as a QR code in SVG. Nothing is asked at sign-in before auth.twoFactor.enable, which takes the key for an hour. Takes the password when signing in was more than ten minutes ago. CONFLICT when it is on already.',
  })
  begin(context: PersonContext, { password }: Input<typeof schemas.twoFactorBegin>) {
    return this.twoFactor.prepareBegin(context, password);
  }

  @MutationProcedure('auth.twoFactor.enable', {
    ...schemas.twoFactorEnable,
    ...GUARDED,
    isPrepared: true,
    hasSecretAnswer: true,
    description:
      "Switches two-factor authentication on with a code of the new key, ends the caller's other sessions, and answers ten recovery codes, which are shown this once.",
  })
  enable(context: PersonContext, { code }: Input<typeof schemas.twoFactorEnable>) {
    return this.twoFactor.prepareEnable(context, code);
  }

  @MutationProcedure('auth.twoFactor.disable', {
    ...schemas.twoFactorDisable,
    ...GUARDED,
    isPrepared: true,
    description:
      'Switches two-factor authentication off. Takes a code, a recovery code, or the password. CONFLICT when it is off.',
  })
  disable(context: PersonContext, input: Input<typeof schemas.twoFactorDisable>) {
    return this.twoFactor.prepareDisable(context, input);
  }

  @MutationProcedure('auth.twoFactor.renewCodes', {
    ...schemas.twoFactorRenewCodes,
    ...GUARDED,
    isPrepared: true,
    hasSecretAnswer: true,
    description:
      'Makes ten new recovery codes; the old ones end. Takes a code, a recovery code, or the password. CONFLICT when two-factor authentication is off.',
  })
  renewCodes(context: PersonContext, input: Input<typeof schemas.twoFactorRenewCodes>) {
    return this.twoFactor.prepareNewCodes(context, input);
  }
}
