export { FormsModule } from './forms.module';
