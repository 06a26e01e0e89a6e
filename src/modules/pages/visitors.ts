import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import { Authenticator } from '../../access/authenticator';
import type { IncomingRequest } from '../../access/incoming-request';
import type { OrganizationRole } from '../../access/role';
import type { FormFields } from '../../rpc/pages/form-body';
import { FORM_TOKEN_FIELD, FormTokens } from '../../rpc/pages/form-tokens';
import { type Page, redirect } from '../../rpc/pages/page';
import { PageCalls } from '../../rpc/pages/page-calls';
import { continuing } from './continuing';

/** Somebody who is signed in at the host of the page. */
export interface Visitor {
  readonly email: string;
  readonly name: string;
  readonly memberships: readonly { readonly organizationSlug: string; readonly role: OrganizationRole }[];
  /** For forms that act in their name: hidden fields that only pages of this session hold. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** Tells pages who looks at them. Only a session makes a visitor: tokens are for programs. */
@Injectable()
export class Visitors {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly calls: PageCalls,
    private readonly formTokens: FormTokens,
  ) {}

  async find(request: IncomingRequest): Promise<Visitor | null> {
    const person = await this.authenticator.person(request);
    if (person?.credential.kind !== 'session') return null;
    try {
      const account = await this.calls.call<Omit<Visitor, 'hidden'>>(request, 'auth.me');
      return { ...account, hidden: { [FORM_TOKEN_FIELD]: this.formTokens.of(person) } };
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'UNAUTHORIZED') return null;
      throw thrown;
    }
  }

  /** For who is signed in; everybody else signs in first, and comes back to `path`. */
  async only(
    request: IncomingRequest,
    path: string,
    show: (visitor: Visitor) => Page | Promise<Page>,
  ): Promise<Page> {
    const visitor = await this.find(request);
    return visitor === null ? redirect(continuing('/signin', path)) : show(visitor);
  }

  /** The same for a sent form, which must have been made for this session. */
  async sent(
    request: IncomingRequest,
    path: string,
    fields: FormFields,
    act: (visitor: Visitor) => Page | Promise<Page>,
  ): Promise<Page> {
    return this.only(request, path, async (visitor) => {
      const person = await this.authenticator.person(request);
      this.formTokens.check(person!, fields[FORM_TOKEN_FIELD]);
      return act(visitor);
    });
  }
}
