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
import type { PendingSignIn } from './provider-sign-in.service';
import { type LoginFlow, LoginFlowsService } from './login-flows/login-flows.service';

interface ProviderLoginFlow extends LoginFlow {
  readonly provider: string;
  readonly invitation: string | null;
  /** The session whose account is connected to the provider; null if the flow signs in. */
  readonly connectingSession: SessionId | null;
}

/** The part of a flow that the request determines. */
type RequestedFlow = Pick<ProviderLoginFlow, 'continueTo' | 'invitation' | 'connectingSession'>;

export interface ProviderCallback extends PendingSignIn {
  readonly connectingSession: SessionId | null;
}

const COOKIE = 'signin-flow';

/** Redirects browsers to a provider and processes its response. */
@Injectable()
export class ProviderSignInFlowService {
  constructor(
    private readonly providers: ProvidersService,
    private readonly identities: ProviderIdentitiesService,
    private readonly flows: LoginFlowsService,
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
    const state = slug === null ? this.flows.newState() : `${this.flows.newState()}.${slug}`;
    const { url, checks } = await this.logged(request, provider, () =>
      this.identities.begin(provider, state),
    );
    const flow: ProviderLoginFlow = { provider: provider.name, checks, ...requested };
    return { url, setCookie: this.flows.begin(COOKIE, flow) };
  }

  /**
   * Providers redirect every browser to the apex. A flow that started at an organization's host has its cookie there,
   * so the browser is redirected to that host. The state contains only a slug, so it cannot redirect to another site.
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
    const flow = await this.flows.end<ProviderLoginFlow>(
      COOKIE,
      request,
      query,
      (own) => own.provider === name,
    );
    const { checks, continueTo, invitation, connectingSession } = flow;
    const identity = await this.logged(request, provider, () =>
      this.identities.finish(provider, query, checks),
    );
    // `connectingSession` is absent in flows that were started by an older version; those sign in.
    return { identity, continueTo, invitation, connectingSession: connectingSession ?? null };
  }

  ended(): string {
    return this.flows.cleared(COOKIE);
  }

  private slugBesideApex(request: IncomingRequest): string | null {
    const slug = this.tenants.slugOf(request.host);
    return slug === null || this.http.baseUrlOf(slug) === this.http.publicUrl ? null : slug;
  }

  /** Logs failures of the provider or its configuration, which the operator must fix. */
  private async logged<T>({ id }: IncomingRequest, { name }: Provider, act: () => Promise<T>): Promise<T> {
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
