export { ViewsModule } from './views.module';
export { ViewsService } from './views.service';
export { columnsInOptions } from './options/named-columns';
export { viewOptions, type ViewOptions } from './options/view-options.schemas';
export { viewsCreate } from './views.schemas';
