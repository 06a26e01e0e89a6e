import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { declaredRoutes } from '../../http/routes/declared-routes';
import { packageVersion } from '../../platform/config/version';
import { sha256Text } from '../../platform/crypto/digest';
import { EventCatalogue } from '../../platform/events/event-catalogue';
import { ProcedureRegistry } from '../../rpc/procedure-registry';
import { asyncApiDocument } from './asyncapi/asyncapi-document';
import { openApiDocument } from './openapi/openapi-document';

export interface ReferenceDocument {
  content: Buffer;
  etag: string;
}

const TAG_LENGTH = 22;

/** The API descriptions, each built when it is first requested: a start does not pay for them (decision 0116). */
@Injectable()
export class ReferenceDocumentsService {
  private openApiBuilt: ReferenceDocument | null = null;
  private asyncApiBuilt: ReferenceDocument | null = null;

  constructor(
    private readonly procedures: ProcedureRegistry,
    private readonly discovery: DiscoveryService,
    private readonly events: EventCatalogue,
  ) {}

  openApi(): ReferenceDocument {
    const controllers = () => this.discovery.getControllers().map(({ metatype }) => metatype as Type);
    this.openApiBuilt ??= built(
      openApiDocument(this.procedures.all(), declaredRoutes(controllers()), packageVersion()),
    );
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
  return { content, etag: `"${sha256Text(content, 'base64url').slice(0, TAG_LENGTH)}"` };
}
