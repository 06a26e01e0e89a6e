import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { typedPassword } from '../password/current-password';

const CODE_MAX = 100;

const code = z.string().min(1, 'Must not be empty').max(CODE_MAX, `Must be at most ${CODE_MAX} characters`);

const evidence = z
  .strictObject({ code: code.optional(), password: typedPassword.optional() })
  .refine((given) => (given.code === undefined) !== (given.password === undefined), {
    path: ['code'],
    message: 'Give a code of the authenticator, a recovery code, or the password instead',
  });

const recoveryCodes = z.object({ recoveryCodes: z.array(schema.secret) });

export const twoFactorGet = {
  output: z.object({
    isEnabled: z.boolean(),
    enabledAt: schema.timestamp.nullable(),
    recoveryCodesLeft: z.int(),
  }),
};

export const twoFactorBegin = {
  input: z.strictObject({ password: typedPassword.optional() }),
  output: z.object({ secret: schema.secret, otpauthUri: schema.secret, qrCode: schema.secret }),
};

export const twoFactorEnable = { input: z.strictObject({ code }), output: recoveryCodes };

export const twoFactorDisable = { input: evidence, output: schema.success };

export const twoFactorRenewCodes = { input: evidence, output: recoveryCodes };
