import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { GuardedCall } from '../../../access/guarded-call';
import { Call } from '../../../http/routes/call.decorator';
import { attributeSelection } from '../resources/attribute-selection';
import { entityTag, isKnownVersion } from '../resources/entity-tag';
import { listQuery } from '../resources/list-query';
import { patchOperations } from '../patch/patch-operations';
import { resourceBody } from '../resources/resource-body';
import { SCHEMAS } from '../resources/schema-names';
import { searchParameters } from '../resources/search-request';
import { ScimResponsesService } from '../scim-responses.service';
import { type ScimContext, scimContext } from '../scim-client';
import { ScimEndpoint } from '../scim-endpoint.decorator';
import { ScimUsersService } from './scim-users.service';
import { USER_ATTRIBUTES } from './user-attributes';

type Parameters = Record<string, unknown>;

@Controller('api/scim/v2/Users')
export class ScimUsersHttpController {
  constructor(
    private readonly users: ScimUsersService,
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
    const user = await this.users.get(context, id);
    void reply.header('etag', entityTag(user));
    if (!isKnownVersion(request, user)) return this.answers.user(context, user, selection);
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
    const user = await this.users.create(context, resourceBody(body, SCHEMAS.user));
    void reply.header('etag', entityTag(user));
    void reply.header('location', `${this.answers.endpoint(context)}/Users/${user.id}`);
    return this.answers.user(context, user, selection);
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
    const user = await this.users.replace(context, id, resourceBody(body, SCHEMAS.user));
    void reply.header('etag', entityTag(user));
    return this.answers.user(context, user, selection);
  }

  @Patch(':id')
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
    const user = await this.users.patch(context, id, operations);
    void reply.header('etag', entityTag(user));
    return this.answers.user(context, user, selection);
  }

  @Delete(':id')
  @HttpCode(204)
  @ScimEndpoint()
  async delete(@Call() { request }: GuardedCall, @Param('id') id: string): Promise<void> {
    await this.users.delete(scimContext(request), id);
  }

  private async find(context: ScimContext, parameters: Parameters) {
    const { organizationId } = context;
    const query = listQuery(parameters, {
      organizationId,
      filterable: USER_ATTRIBUTES,
      key: 'member.user_id',
    });
    return this.answers.users(context, query, await this.users.list(context, query));
  }
}
