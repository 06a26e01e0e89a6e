export { ViewsModule } from './views.module';
export { ViewsService } from './views.service';
export { viewOptions } from './options/view-options.schemas';
