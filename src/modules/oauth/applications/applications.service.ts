import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import { type ApplicationId, newId } from '../../../kernel/ids';
import { bearerDigest } from '../../../access/bearer-secret';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { RecordNotFound } from '../../hierarchy';
import type { ApplicationEntity } from './application.entity';
import { ApplicationChanged, NoSecretToRotate } from './applications.errors';
import { presentApplication } from './applications.presenter';
import { ApplicationsRepository } from './applications.repository';
import type { ApplicationOutput, AppsCreateInput, AppsUpdateInput } from './applications.schemas';
import { oauthEvents } from '../oauth.events';
import { newClientId, newClientSecret } from '../token/oauth-secrets';
import { redirectUriProblem } from './redirect-uri';
import { applicationTopic } from '../topics';

type WithSecret = ApplicationOutput & { clientSecret: string | null };

/** Applications that an organization has registered (contract §7). */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly applications: ApplicationsRepository,
    private readonly outbox: Outbox,
  ) {}

  async list(context: CallContext, page: { cursor: ApplicationId | null; limit: number }) {
    const { rows, nextCursor } = await this.applications.list(context, page);
    return { apps: rows.map(presentApplication), nextCursor };
  }

  async get(context: CallContext, id: ApplicationId): Promise<ApplicationOutput> {
    return presentApplication(await this.found(context, id));
  }

  /** The record with the client secret, which is returned only here. */
  create(context: CallContext, input: AppsCreateInput): Promise<WithSecret> {
    return this.transactions.run(context, async (tx) => {
      const clientSecret = input.public ? null : newClientSecret();
      const now = clock.now();
      const application: Omit<ApplicationEntity, 'organizationId'> = {
        id: newId('application'),
        name: input.name,
        clientId: newClientId(),
        secretDigest: clientSecret === null ? null : bearerDigest(clientSecret),
        redirectUris: input.redirectUris,
        scopes: input.scopes,
        createdBy: tx.principal.userId,
        createdAt: now,
        updatedAt: now,
      };
      await this.applications.insert(tx, application);
      const output = presentApplication({ ...application, organizationId: tx.organizationId });
      await this.outbox.append(tx, oauthEvents.applicationCreated.create({ application: output }));
      return { ...output, clientSecret };
    });
  }

  /** If a scope is removed, existing tokens lose it with their next call. */
  update(
    context: CallContext,
    { id, expectedUpdatedAt, ...change }: AppsUpdateInput,
  ): Promise<ApplicationOutput> {
    return this.transactions.run(context, async (tx) => {
      const before = await this.found(tx, id);
      rejectBadAddresses(change.redirectUris ?? [], before.secretDigest === null);
      const patch = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const changed = await this.applications.update(tx, id, patch, expectedUpdatedAt);
      if (!changed) throw new ApplicationChanged();
      tx.transaction.invalidate(applicationTopic(id));
      const output = presentApplication(changed);
      await this.outbox.append(tx, oauthEvents.applicationUpdated.create({ application: output }));
      return output;
    });
  }

  /** Revokes all access that users have granted to the application, from the next call on. */
  delete(context: CallContext, id: ApplicationId): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const application = await this.found(tx, id);
      if (!(await this.applications.delete(tx, id))) throw new RecordNotFound('application');
      tx.transaction.invalidate(applicationTopic(id));
      const deleted = presentApplication(application);
      await this.outbox.append(tx, oauthEvents.applicationDeleted.create({ application: deleted }));
    });
  }

  /** The previous secret is rejected from now on. Existing grants and tokens remain valid. */
  rotateSecret(context: CallContext, id: ApplicationId): Promise<WithSecret> {
    return this.transactions.run(context, async (tx) => {
      const { secretDigest } = await this.found(tx, id);
      if (secretDigest === null) throw new NoSecretToRotate();
      const clientSecret = newClientSecret();
      const rotated = await this.applications.update(tx, id, { secretDigest: bearerDigest(clientSecret) });
      if (!rotated) throw new RecordNotFound('application');
      const output = presentApplication(rotated);
      await this.outbox.append(tx, oauthEvents.secretRotated.create({ application: output }));
      return { ...output, clientSecret };
    });
  }

  private async found(context: CallContext, id: ApplicationId): Promise<ApplicationEntity> {
    const application = await this.applications.find(context, id);
    if (!application) throw new RecordNotFound('application');
    return application;
  }
}

function rejectBadAddresses(uris: readonly string[], isPublic: boolean): void {
  const issues = uris.flatMap((uri, at) => {
    const message = redirectUriProblem(uri, isPublic);
    return message === null ? [] : [{ path: `redirectUris.${at}`, message }];
  });
  if (issues.length > 0) throw new InvalidInput(issues);
}
