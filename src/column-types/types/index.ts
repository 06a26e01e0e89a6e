import type { ColumnType, ColumnTypeName } from '../column-type';
import { autoNumber } from './number/auto-number';
import { checkbox } from './choice/checkbox';
import { color } from './text/color';
import { createdDate } from './date/created-date';
import { currency } from './number/currency';
import { date } from './date/date';
import { dateRange } from './date/date-range';
import { dependency } from './reference/dependency';
import { dropdown } from './choice/dropdown';
import { email } from './text/email';
import { file } from './reference/file';
import { formula } from './computed/formula';
import { label } from './choice/label';
import { lastUpdated } from './date/last-updated';
import { link } from './reference/link';
import { longText } from './text/long-text';
import { lookup } from './computed/lookup';
import { number } from './number/number';
import { people } from './reference/people';
import { percentage } from './number/percentage';
import { phone } from './text/phone';
import { priority } from './choice/priority';
import { progress } from './number/progress';
import { rating } from './number/rating';
import { status } from './choice/status';
import { text } from './text/text';
import { timeTracking } from './number/time-tracking';
import { timeline } from './date/timeline';
import { url } from './text/url';

/** All column types by name; the compiler requires a type for each name. */
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
