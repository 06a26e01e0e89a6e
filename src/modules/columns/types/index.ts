import type { ColumnType, ColumnTypeName } from '../column-type';
import { autoNumber } from './auto-number';
import { checkbox } from './checkbox';
import { color } from './color';
import { createdDate } from './created-date';
import { currency } from './currency';
import { date } from './date';
import { dateRange } from './date-range';
import { dependency } from './dependency';
import { dropdown } from './dropdown';
import { email } from './email';
import { file } from './file';
import { formula } from './formula';
import { label } from './label';
import { lastUpdated } from './last-updated';
import { link } from './link';
import { longText } from './long-text';
import { lookup } from './lookup';
import { number } from './number';
import { people } from './people';
import { percentage } from './percentage';
import { phone } from './phone';
import { priority } from './priority';
import { progress } from './progress';
import { rating } from './rating';
import { status } from './status';
import { text } from './text';
import { timeTracking } from './time-tracking';
import { timeline } from './timeline';
import { url } from './url';

/** Every column type by its name; a name without its type does not compile. */
export const columnTypes: Readonly<Record<ColumnTypeName, ColumnType>> = {
  text,
  long_text: longText,
  number,
  currency,
  percentage,
  rating,
  progress,
  date,
  date_range: dateRange,
  timeline,
  time_tracking: timeTracking,
  status,
  label,
  dropdown,
  checkbox,
  priority,
  people,
  link,
  dependency,
  formula,
  lookup,
  auto_number: autoNumber,
  created_date: createdDate,
  last_updated: lastUpdated,
  file,
  email,
  phone,
  url,
  color,
};
