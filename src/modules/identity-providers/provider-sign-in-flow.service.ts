import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { SessionId } from '../../kernel/ids';
import type { IncomingRequest } from '../../access/incoming-request';
import { TenantDirectory } from '../../access/ports';
import { TenantFinder } from '../../access/tenant-finder';
import { HttpConfig } from '../../platform/config/http.config';
import { Log } from '../../platform/logging/log';
import { OpenIdProblem } from '../../platform/openid/open-id-problem';
import { ProviderIdentitiesService } from './provider-identities.service';
import { ProvidersService } from './providers.service';
import type { Provider } from './provider';
import type { Arrival } from './provider-sign-in.service';
import { type LoginFlow, LoginFlowsService } from './login-flows/login-flows.service';

interface ProviderLoginFlow extends LoginFlow {
  readonly provider: string;
  readonly invitation: string | null;
  /** The session whose account the provider is to be connected to; null where the flow signs in. */
  readonly connectingSession: SessionId | null;
}

/** A flow as its browser begins it. */
type RequestedFlow = Pick<ProviderLoginFlow, 'continueTo' | 'invitation' | 'connectingSession'>;

export interface ProviderCallback extends Arrival {
  readonly connectingSession: SessionId | null;
}

const COOKIE = 'signin-trip';

/** The way of a browser to a provider and back. */
@Injectable()
export class ProviderSignInFlowService {
  constructor(
    private readonly providers: ProvidersService,
    private readonly identities: ProviderIdentitiesService,
    private readonly trips: LoginFlowsService,
    private readonly tenants: TenantFinder,
    private readonly directory: TenantDirectory,
    private readonly http: HttpConfig,
    private readonly log: Log,
  ) {}

  async begin(
    request: IncomingRequest,
    name: string,
    requested: RequestedFlow,
  ): Promise<{ url: string; setCookie: string }> {
    const provider = this.providers.get(name);
    const slug = this.slugBesideApex(request);
    if (slug !== null && (await this.directory.bySlug(slug)) === null)
      throw new AppError('NOT_FOUND', 'No such organization');
    const state = slug === null ? this.trips.newState() : `${this.trips.newState()}.${slug}`;
    const { url, checks } = await this.told(request, provider, () => this.identities.begin(provider, state));
    const trip: ProviderLoginFlow = { provider: provider.name, checks, ...requested };
    return { url, setCookie: this.trips.begin(COOKIE, trip) };
  }

  /**
   * Providers send everyone back to the apex; who began at an organization's host has the cookie there and is passed on.
   * The state names a slug and nothing else, so the way leads to hosts of this service only.
   */
  async relayed(request: IncomingRequest, name: string, query: string): Promise<string | null> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const slug = state.includes('.') ? state.slice(state.indexOf('.') + 1) : null;
    if (slug === null || this.tenants.slugOf(request.host) !== null) return null;
    const tenant = await this.directory.bySlug(slug);
    if (tenant === null) return null;
    return `${this.http.baseUrlOf(tenant.slug)}/api/auth/oauth/${this.providers.get(name).name}/callback?${query}`;
  }

  async end(request: IncomingRequest, name: string, query: string): Promise<ProviderCallback> {
    const provider = this.providers.get(name);
    const trip = await this.trips.end<ProviderLoginFlow>(
      COOKIE,
      request,
      query,
      (own) => own.provider === name,
    );
    const { checks, continueTo, invitation, connectingSession } = trip;
    const identity = await this.told(request, provider, () =>
      this.identities.finish(provider, query, checks),
    );
    // A flow that began before this field existed signs in.
    return { identity, continueTo, invitation, connectingSession: connectingSession ?? null };
  }

  ended(): string {
    return this.trips.cleared(COOKIE);
  }

  private slugBesideApex(request: IncomingRequest): string | null {
    const slug = this.tenants.slugOf(request.host);
    return slug === null || this.http.baseUrlOf(slug) === this.http.publicUrl ? null : slug;
  }

  /** What goes wrong between this service and a provider is for its operator to mend. */
  private async told<T>({ id }: IncomingRequest, { name }: Provider, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof OpenIdProblem && error.reason !== 'provider_refused')
        this.log.warn('a sign-in provider failed', {
          requestId: id,
          provider: name,
          reason: error.reason,
          detail: error.detail,
        });
      throw error;
    }
  }
}
