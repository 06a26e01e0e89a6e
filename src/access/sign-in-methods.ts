import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from './incoming-request';
import type { Tenant } from './principal';
import { TenantFinder } from './tenant-finder';

/** A provider that users can sign in with at every host. */
export interface OfferedProvider {
  readonly id: string;
  /** Its display name. */
  readonly name: string;
  /** The start path, on the browser's current host. */
  readonly path: string;
}

/** The single sign-on of one organization. */
export interface OfferedSignOn {
  readonly type: 'saml' | 'oidc';
  readonly path: string;
  readonly isEnforced: boolean;
}

type FindSignOn = (tenant: Tenant) => Promise<OfferedSignOn | null>;
type FindElsewhere = (continueTo: string) => string | null;

/** The sign-in methods besides the password; modules register theirs when they start. */
@Injectable()
export class SignInMethods {
  readonly providers: OfferedProvider[] = [];
  private findSignOn: FindSignOn = () => Promise.resolve(null);
  private findElsewhere: FindElsewhere = () => null;

  constructor(private readonly tenants: TenantFinder) {}

  add(provider: OfferedProvider): void {
    this.providers.push(provider);
  }

  signOnBy(find: FindSignOn): void {
    this.findSignOn = find;
  }

  /** `find` returns a path at the apex that leads to the target through an organization's host. */
  signOnElsewhereBy(find: FindElsewhere): void {
    this.findElsewhere = find;
  }

  /** For the organization that the request names; null if it does not exist. */
  async signOn(request: IncomingRequest): Promise<OfferedSignOn | null> {
    const named = await this.tenants.named(request);
    return named.kind === 'tenant' ? this.signOnOf(named.tenant) : null;
  }

  /** For one organization; null if it has none. */
  signOnOf(tenant: Tenant): Promise<OfferedSignOn | null> {
    return this.findSignOn(tenant);
  }

  /** At the apex, for a user who has not named an organization yet. Null when single sign-on is not available there. */
  signOnElsewhere({ host }: IncomingRequest, continueTo: string): string | null {
    return this.tenants.slugOf(host) === null ? this.findElsewhere(continueTo) : null;
  }
}
