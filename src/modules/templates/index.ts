export { TemplateCatalog } from './template-catalog';
export type { BoardSnapshot } from './template-content';
export { TemplatesModule } from './templates.module';
