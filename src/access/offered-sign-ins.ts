import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from './incoming-request';
import type { Tenant } from './principal';
import { TenantFinder } from './tenant-finder';

/** A provider that people may sign in by at every host. */
export interface OfferedProvider {
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  /** Where a browser begins, on the host that it is at. */
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

/** Which ways to sign in there are besides the password; the modules that offer one say so when they start. */
@Injectable()
export class OfferedSignIns {
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

  /** `find` answers a path at the apex that leads, by way of an organization's host, to where somebody wants to go. */
  signOnElsewhereBy(find: FindElsewhere): void {
    this.findElsewhere = find;
  }

  /** Of the organization that the request names; null also where there is none of that name. */
  async signOn(request: IncomingRequest): Promise<OfferedSignOn | null> {
    const named = await this.tenants.named(request);
    return named.kind === 'tenant' ? this.signOnOf(named.tenant) : null;
  }

  /** Of one organization; null where it has none. */
  signOnOf(tenant: Tenant): Promise<OfferedSignOn | null> {
    return this.findSignOn(tenant);
  }

  /** At the apex: where somebody begins who has yet to name their organization. Null where its sign-on is of no use. */
  signOnElsewhere({ host }: IncomingRequest, continueTo: string): string | null {
    return this.tenants.slugOf(host) === null ? this.findElsewhere(continueTo) : null;
  }
}
