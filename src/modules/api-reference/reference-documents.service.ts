import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { declaredRoutes } from '../../http/routes/declared-routes';
import { entityTagOf } from '../../http/server/entity-tag';
import { packageVersion } from '../../platform/config/version';
import { EventCatalogue } from '../../platform/events/event-catalogue';
import { ProcedureRegistry } from '../../rpc/procedure-registry';
import { asyncApiDocument } from './asyncapi/asyncapi-document';
import { openApiDocument } from './openapi/openapi-document';

export interface ReferenceDocument {
  content: Buffer;
  etag: string;
}

/** The API descriptions, each built when it is first requested: a start does not pay for them (decision 0116). */
@Injectable()
export class ReferenceDocumentsService {
  private openApiBuilt: Promise<ReferenceDocument> | null = null;
  private asyncApiBuilt: ReferenceDocument | null = null;

  constructor(
    private readonly procedures: ProcedureRegistry,
    private readonly discovery: DiscoveryService,
    private readonly events: EventCatalogue,
  ) {}

  openApi(): Promise<ReferenceDocument> {
    const controllers = () => this.discovery.getControllers().map(({ metatype }) => metatype as Type);
    this.openApiBuilt ??= openApiDocument(
      this.procedures.all(),
      declaredRoutes(controllers()),
      packageVersion(),
    ).then(built);
    return this.openApiBuilt;
  }

  asyncApi(): ReferenceDocument {
    this.asyncApiBuilt ??= built(asyncApiDocument(this.events.all(), packageVersion()));
    return this.asyncApiBuilt;
  }
}

/** Bytes outside the heap, which garbage collections do not visit. */
function built(document: object): ReferenceDocument {
  const content = Buffer.from(JSON.stringify(document));
  return { content, etag: entityTagOf(content) };
}
