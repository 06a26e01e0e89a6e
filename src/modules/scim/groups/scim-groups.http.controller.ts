import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { GuardedCall } from '../../../access/guarded-call';
import { Call } from '../../../http/routes/call.decorator';
import { attributeSelection, isSelected } from '../resources/attribute-selection';
import { entityTag, isKnownVersion } from '../resources/entity-tag';
import { GROUP_ATTRIBUTES } from './group-attributes';
import { listQuery } from '../resources/list-query';
import { patchOperations } from '../patch/patch-operations';
import { resourceBody } from '../resources/resource-body';
import { SCHEMAS } from '../resources/schema-names';
import { searchParameters } from '../resources/search-request';
import { ScimResponsesService } from '../scim-responses.service';
import { type ScimContext, scimContext } from '../scim-client';
import { ScimEndpoint } from '../scim-endpoint.decorator';
import { ScimGroupsService } from './scim-groups.service';

type Parameters = Record<string, unknown>;

@Controller('api/scim/v2/Groups')
export class ScimGroupsHttpController {
  constructor(
    private readonly groups: ScimGroupsService,
    private readonly answers: ScimResponsesService,
  ) {}

  @Get()
  @ScimEndpoint()
  async list(@Call() { request }: GuardedCall, @Query() parameters: Parameters) {
    return this.find(scimContext(request), parameters);
  }

  @Post('.search')
  @HttpCode(200)
  @ScimEndpoint()
  async search(@Call() { request }: GuardedCall, @Body() body: unknown) {
    return this.find(scimContext(request), searchParameters(body));
  }

  @Get(':id')
  @ScimEndpoint()
  async get(
    @Call() { request }: GuardedCall,
    @Param('id') id: string,
    @Query() parameters: Parameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const context = scimContext(request);
    const selection = attributeSelection(parameters);
    const group = await this.groups.get(context, id, isSelected(selection, 'members'));
    void reply.header('etag', entityTag(group));
    if (!isKnownVersion(request, group)) return this.answers.group(context, group, selection);
    void reply.status(304);
    return undefined;
  }

  @Post()
  @ScimEndpoint()
  async create(
    @Call() { request }: GuardedCall,
    @Body() body: unknown,
    @Query() parameters: Parameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const context = scimContext(request);
    const selection = attributeSelection(parameters);
    const group = await this.groups.create(context, resourceBody(body, SCHEMAS.group));
    void reply.header('etag', entityTag(group));
    void reply.header('location', `${this.answers.endpoint(context)}/Groups/${group.id}`);
    return this.answers.group(context, group, selection);
  }

  @Put(':id')
  @ScimEndpoint()
  async replace(
    @Call() { request }: GuardedCall,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() parameters: Parameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const context = scimContext(request);
    const selection = attributeSelection(parameters);
    await this.groups.replace(context, id, resourceBody(body, SCHEMAS.group));
    const group = await this.groups.get(context, id, isSelected(selection, 'members'));
    void reply.header('etag', entityTag(group));
    return this.answers.group(context, group, selection);
  }

  /**
   * Without a body unless attributes are requested: groups with thousands of members are changed one member at a time.
   */
  @Patch(':id')
  @HttpCode(204)
  @ScimEndpoint()
  async patch(
    @Call() { request }: GuardedCall,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() parameters: Parameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const context = scimContext(request);
    const selection = attributeSelection(parameters);
    const operations = patchOperations(resourceBody(body, SCHEMAS.patchOp));
    const patched = await this.groups.patch(context, id, operations);
    void reply.header('etag', entityTag(patched));
    if (selection.only === null) return undefined;
    void reply.status(200);
    const group = await this.groups.get(context, id, isSelected(selection, 'members'));
    return this.answers.group(context, group, selection);
  }

  @Delete(':id')
  @HttpCode(204)
  @ScimEndpoint()
  async delete(@Call() { request }: GuardedCall, @Param('id') id: string): Promise<void> {
    await this.groups.delete(scimContext(request), id);
  }

  private async find(context: ScimContext, parameters: Parameters) {
    const { organizationId } = context;
    const key = 'directory_group.id';
    const query = listQuery(parameters, { organizationId, filterable: GROUP_ATTRIBUTES, key });
    return this.answers.groups(context, query, await this.groups.list(context, query));
  }
}
