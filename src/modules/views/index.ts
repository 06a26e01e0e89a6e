export { ViewsModule } from './views.module';
export { ViewsService } from './views.service';
