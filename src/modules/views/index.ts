export { ViewsModule } from './views.module';
