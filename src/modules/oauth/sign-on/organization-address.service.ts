import { Injectable } from '@nestjs/common';
import { TenantDirectory } from '../../../access/ports';
import type { Tenant } from '../../../access/principal';
import { TenantFinder } from '../../../access/tenant-finder';

/** The slug, or the full URL as browsers show it. */
const ADDRESS = /^(?:https?:\/\/)?([a-z0-9.-]{1,255}(?::\d{1,5})?)(?:\/.*)?$/;

/** Finds the organization from the address that a user entered. */
@Injectable()
export class OrganizationAddressService {
  constructor(
    private readonly tenants: TenantFinder,
    private readonly directory: TenantDirectory,
  ) {}

  async find(typed: string): Promise<Tenant | null> {
    const host = ADDRESS.exec(typed.trim().toLowerCase())?.[1];
    if (host === undefined) return null;
    const slug = host.includes('.') ? this.tenants.slugOf(host) : host;
    return slug === null ? null : this.directory.bySlug(slug);
  }
}
