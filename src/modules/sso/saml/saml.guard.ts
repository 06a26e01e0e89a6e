import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AppError } from '../../../kernel/app-error';
import { guardedCall } from '../../../access/guarded-call';
import { SignOnAuditService } from '../sign-on/sign-on-audit.service';
import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { readAssertion } from './saml-assertion';
import { type ReadAnswer, SamlResponsesService } from './saml-responses.service';
import type { SamlAnswer, SamlExchange } from './saml-exchange';
import { SAML_STRATEGY, SamlStrategy } from './saml.strategy';

const EXCHANGE = Symbol('saml exchange');
const ANSWER = Symbol('saml answer');

interface RawRequest {
  body: unknown;
  [EXCHANGE]?: SamlExchange & { user?: { signedXml: string } };
  [ANSWER]?: SamlAnswer;
}

/**
 * Accepts only responses that the organization's identity provider has signed; records rejections in the
 * audit log.
 */
@Injectable()
export class SamlGuard extends AuthGuard(SAML_STRATEGY) {
  constructor(
    private readonly answers: SamlResponsesService,
    private readonly audit: SignOnAuditService,
    private readonly strategy: SamlStrategy,
  ) {
    super({ session: false });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { request } = guardedCall(context);
    const raw = context.switchToHttp().getRequest<RawRequest>();
    this.strategy.register();
    try {
      const read = await this.answers.read(request, raw.body);
      raw[EXCHANGE] = read.exchange;
      await super.canActivate(context);
      raw[ANSWER] = verified(read, raw[EXCHANGE].user);
      return true;
    } catch (thrown) {
      const rejection = thrown instanceof AppError ? thrown : new SignOnRejected('signature_invalid');
      await this.audit.rejected(request, 'saml', rejection);
      throw rejection;
    }
  }

  override getRequest(context: ExecutionContext): unknown {
    return context.switchToHttp().getRequest<RawRequest>()[EXCHANGE];
  }

  /** The library's HTTP responses are discarded. */
  getResponse(): unknown {
    return {};
  }

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error instanceof Error) throw error;
    if (user === false || user === null || user === undefined) throw new SignOnRejected('signature_invalid');
    return user;
  }
}

/** The response that the guard has accepted. */
export function samlAnswerOf(raw: object): SamlAnswer {
  return (raw as RawRequest)[ANSWER]!;
}

function verified(
  { tenant, connection, audience, returnTo, inResponseTo }: ReadAnswer,
  user: { signedXml: string } | undefined,
): SamlAnswer {
  if (user === undefined) throw new SignOnRejected('signature_invalid');
  const assertion = readAssertion(user.signedXml, audience);
  if (inResponseTo !== null && inResponseTo !== assertion.inResponseTo)
    throw new SignOnRejected('request_mismatch');
  return { tenant, connection, assertion, returnTo };
}
