import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ErrorRenderer, ProtocolErrorRenderer } from './error-renderer';
import { JsonErrorRenderer } from './json-error.renderer';
import { acceptsHtml } from '../pages/accepts-html';
import { PageErrorRenderer } from '../pages/page-error.renderer';

/** Selects the error renderer of each path. A module with its own protocol registers a renderer when it starts. */
@Injectable()
export class ErrorRenderers {
  private readonly protocols: ProtocolErrorRenderer[] = [];
  private readonly json = new JsonErrorRenderer();
  private readonly page = new PageErrorRenderer();

  add(renderer: ProtocolErrorRenderer): void {
    this.protocols.push(renderer);
  }

  /** Outside the protocols a browser gets a page for a mistyped URL; clients of /api always get JSON. */
  of(request: FastifyRequest, isPage: boolean): ErrorRenderer {
    const { is404, url, headers } = request;
    // A route matches several spellings of its path. Without a match there is only the URL.
    const path = is404 ? url : request.routeOptions.url!;
    const protocol = this.protocols.find(({ paths }) => paths.test(path));
    if (protocol !== undefined) return protocol;
    return isPage || (!url.startsWith('/api/') && acceptsHtml(headers.accept)) ? this.page : this.json;
  }
}
