import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import { Authenticator } from '../../access/authenticator';
import type { IncomingRequest } from '../../access/incoming-request';
import type { OrganizationRole } from '../../access/role';
import type { FormFields } from '../../http/pages/form-body';
import { FORM_TOKEN_FIELD, FormTokens } from '../../http/pages/form-tokens';
import { type Page, redirect } from '../../http/pages/page';
import { PageCalls } from '../../rpc/page-calls';
import { continuing } from '../../http/pages/return-to';

/** A user who is signed in at the host of the page. */
export interface PageSession {
  readonly email: string;
  readonly name: string;
  readonly memberships: readonly { readonly organizationSlug: string; readonly role: OrganizationRole }[];
  /** Hidden fields for forms that act for the user. Only pages of this session contain them. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** Resolves the signed-in user of a page. Only sessions are accepted: tokens are for programs. */
@Injectable()
export class PageSessionService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly calls: PageCalls,
    private readonly formTokens: FormTokens,
  ) {}

  async find(request: IncomingRequest): Promise<PageSession | null> {
    const person = await this.authenticator.person(request);
    if (person?.credential.kind !== 'session') return null;
    try {
      const account = await this.calls.call<Omit<PageSession, 'hidden'>>(request, 'auth.me');
      return { ...account, hidden: { [FORM_TOKEN_FIELD]: this.formTokens.of(person) } };
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'UNAUTHORIZED') return null;
      throw thrown;
    }
  }

  /** Redirects to sign-in, and then back to `path`, if no one is signed in. */
  async only(
    request: IncomingRequest,
    path: string,
    show: (session: PageSession) => Page | Promise<Page>,
  ): Promise<Page> {
    const session = await this.find(request);
    return session === null ? redirect(continuing('/signin', path)) : show(session);
  }

  /** The same for a submitted form, which must contain this session's token. */
  async sent(
    request: IncomingRequest,
    path: string,
    fields: FormFields,
    act: (session: PageSession) => Page | Promise<Page>,
  ): Promise<Page> {
    return this.only(request, path, async (session) => {
      const person = await this.authenticator.person(request);
      this.formTokens.check(person!, fields[FORM_TOKEN_FIELD]);
      return act(session);
    });
  }
}
