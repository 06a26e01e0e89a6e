import { Module } from '@nestjs/common';
import { McpErrorRenderer } from './mcp-error.renderer';
import { McpGuard } from './mcp.guard';
import { McpHttpController } from './mcp.http.controller';
import { MessagesService } from './messages.service';
import { ProtectedResourceService } from './protected-resource.service';
import { ResourceMetadataHttpController } from './resource-metadata.http.controller';
import { ToolsService } from './tools/tools.service';

/** The API as tools for models, over the Model Context Protocol (contract §11). */
@Module({
  controllers: [McpHttpController, ResourceMetadataHttpController],
  providers: [McpErrorRenderer, McpGuard, MessagesService, ProtectedResourceService, ToolsService],
})
export class McpModule {}
