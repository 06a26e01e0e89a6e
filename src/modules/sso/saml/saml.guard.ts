import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AppError } from '../../../kernel/app-error';
import { guardedCall } from '../../../access/guarded-call';
import { SignOnAudit } from '../sign-on-audit';
import { SignOnRefused } from '../sign-on-refused';
import { readAssertion } from './saml-assertion';
import { type ReadAnswer, SamlAnswers } from './saml-answers';
import type { SamlAnswer, SamlExchange } from './saml-exchange';
import { SAML_STRATEGY } from './saml.strategy';

const EXCHANGE = Symbol('saml exchange');
const ANSWER = Symbol('saml answer');

interface RawRequest {
  body: unknown;
  [EXCHANGE]?: SamlExchange & { user?: { signedXml: string } };
  [ANSWER]?: SamlAnswer;
}

/** Lets nothing through but what an organization's identity provider has signed for it; tells the audit log of the rest. */
@Injectable()
export class SamlGuard extends AuthGuard(SAML_STRATEGY) {
  constructor(
    private readonly answers: SamlAnswers,
    private readonly audit: SignOnAudit,
  ) {
    super({ session: false });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { request } = guardedCall(context);
    const raw = context.switchToHttp().getRequest<RawRequest>();
    try {
      const read = await this.answers.read(request, raw.body);
      raw[EXCHANGE] = read.exchange;
      await super.canActivate(context);
      raw[ANSWER] = verified(read, raw[EXCHANGE].user);
      return true;
    } catch (thrown) {
      const refusal = thrown instanceof AppError ? thrown : new SignOnRefused('signature_invalid');
      await this.audit.refused(request, 'saml', refusal);
      throw refusal;
    }
  }

  override getRequest(context: ExecutionContext): unknown {
    return context.switchToHttp().getRequest<RawRequest>()[EXCHANGE];
  }

  /** The library answers nobody: what it would send goes nowhere. */
  getResponse(): unknown {
    return {};
  }

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error instanceof Error) throw error;
    if (user === false || user === null || user === undefined) throw new SignOnRefused('signature_invalid');
    return user;
  }
}

/** What the guard has let through. */
export function samlAnswerOf(raw: object): SamlAnswer {
  return (raw as RawRequest)[ANSWER]!;
}

function verified(
  { tenant, connection, audience, returnTo, inResponseTo }: ReadAnswer,
  user: { signedXml: string } | undefined,
): SamlAnswer {
  if (user === undefined) throw new SignOnRefused('signature_invalid');
  const assertion = readAssertion(user.signedXml, audience);
  if (inResponseTo !== null && inResponseTo !== assertion.inResponseTo)
    throw new SignOnRefused('request_mismatch');
  return { tenant, connection, assertion, returnTo };
}
