export { TemplateCatalogService } from './template-catalog.service';
export type { BoardSnapshot } from './template-content';
export { TemplatesModule } from './templates.module';
