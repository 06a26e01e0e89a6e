import { InvalidValue } from '../../../../column-types/column-type';
import { parseInstant } from '../../../../column-types/values/parse-instant';
import type { DayCalendar, Days } from '../day-calendar';
import { type FilterOperators, operators } from './filter-operators';
import type { Operand } from './operand';
import { type AddParameter, type Narrow, negated, type Predicate } from '../predicate';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The SQL of a time; `first` and `last` differ if the value is a range of time. */
export interface TimePlace {
  first(add: AddParameter): string;
  last(add: AddParameter): string;
  /** A constant of the type of these expressions, from milliseconds since 1970. */
  literal(ms: number, add: AddParameter): string;
  /** The condition that a time is a day without a clock time; absent if no value is. */
  isDay?(time: string): string;
  /** Items with a key from one instant to another, both inclusive. */
  keyBetween?(from: number, to: number): Narrow;
}

/** An instant, which is the same in both, or the bound of a day. */
interface Bound {
  zone: number;
  utc: number;
}

/** The meaning of a filter's value: an instant, or a day. */
type Moment = { instant: number } | { day: number };

/**
 * Operators of fields that sort as time (contract §6). Days are those of the organization's calendar. A date
 * without a time is stored as midnight UTC and means that day everywhere, so it is compared by its day. A range
 * of time is `on`, `between` or `within` days that it overlaps, `before` what it ends before and `after` what it
 * begins after.
 */
export function timeFilter(place: TimePlace): FilterOperators {
  const compare = (time: string, sign: '<' | '>=' | '>', { zone, utc }: Bound, add: AddParameter): string => {
    const byInstant = `${time} ${sign} ${place.literal(zone, add)}`;
    if (!place.isDay || zone === utc) return byInstant;
    return `case when ${place.isDay(time)} then ${time} ${sign} ${place.literal(utc, add)} else ${byInstant} end`;
  };
  const before = (bound: Bound): Predicate => ({ test: (add) => compare(place.last(add), '<', bound, add) });
  const from = (bound: Bound): Predicate => ({ test: (add) => compare(place.first(add), '>=', bound, add) });
  const touching = ({ zone, utc }: Days): Predicate => ({
    test: (add) =>
      `${compare(place.first(add), '<', { zone: zone.end, utc: utc.end }, add)}
       and ${compare(place.last(add), '>=', { zone: zone.start, utc: utc.start }, add)}`,
    narrow: place.keyBetween?.(Math.min(zone.start, utc.start), Math.max(zone.end, utc.end)),
  });
  const at = (instant: number): Days => {
    const moment = { start: instant, end: instant + 1 };
    return { zone: moment, utc: moment };
  };
  const is = (moment: Moment, calendar: DayCalendar): Predicate =>
    touching('day' in moment ? calendar.days(moment.day, moment.day) : at(moment.instant));
  return operators({
    is: (operand) => is(operand.one(readMoment), operand.context.calendar),
    is_not: (operand) => negated(is(operand.one(readMoment), operand.context.calendar)),
    before: (operand) => before(startOf(operand.one(readMoment), operand.context.calendar)),
    after: (operand) => from(endOf(operand.one(readMoment), operand.context.calendar)),
    on: (operand) => {
      const { calendar } = operand.context;
      const day = dayOf(operand.one(readMoment), calendar, place.isDay !== undefined);
      return touching(calendar.days(day, day));
    },
    between: (operand) => {
      const { calendar } = operand.context;
      const [first, last] = operand.pair(readMoment, (moment) => startOf(moment, calendar).zone);
      const [start, end] = [startOf(first, calendar), endOf(last, calendar)];
      return touching({
        zone: { start: start.zone, end: end.zone },
        utc: { start: start.utc, end: end.utc },
      });
    },
    within: (operand) => within(operand, touching, before),
  });
}

function within(
  operand: Operand,
  touching: (days: Days) => Predicate,
  before: (bound: Bound) => Predicate,
): Predicate {
  const { calendar } = operand.context;
  const { today } = calendar;
  const spans = new Map<unknown, () => Predicate>([
    ['today', () => touching(calendar.days(today, today))],
    ['yesterday', () => touching(calendar.days(today - 1, today - 1))],
    ['tomorrow', () => touching(calendar.days(today + 1, today + 1))],
    ['this_week', () => touching(calendar.week(0))],
    ['next_week', () => touching(calendar.week(1))],
    ['last_week', () => touching(calendar.week(-1))],
    ['this_month', () => touching(calendar.month())],
    // This many days, including today.
    ['next_7_days', () => touching(calendar.days(today, today + 6))],
    ['next_30_days', () => touching(calendar.days(today, today + 29))],
    ['last_7_days', () => touching(calendar.days(today - 6, today))],
    ['last_30_days', () => touching(calendar.days(today - 29, today))],
    // A day is over after its end, an instant after it has passed.
    ['overdue', () => before({ zone: calendar.now, utc: calendar.days(today, today).utc.start })],
  ]);
  return operand.one((input) => {
    const span = spans.get(input);
    if (!span) throw new InvalidValue(`Must be one of ${[...spans.keys()].join(', ')}`);
    return span();
  });
}

function readMoment(input: unknown): Moment {
  const ms = Date.parse(parseInstant(input));
  return DAY.test((input as string).trim()) ? { day: ms / 86_400_000 } : { instant: ms };
}

function startOf(moment: Moment, calendar: DayCalendar): Bound {
  if ('instant' in moment) return { zone: moment.instant, utc: moment.instant };
  const { zone, utc } = calendar.days(moment.day, moment.day);
  return { zone: zone.start, utc: utc.start };
}

/** The exclusive end. */
function endOf(moment: Moment, calendar: DayCalendar): Bound {
  if ('instant' in moment) return { zone: moment.instant + 1, utc: moment.instant + 1 };
  const { zone, utc } = calendar.days(moment.day, moment.day);
  return { zone: zone.end, utc: utc.end };
}

/** Midnight UTC is the stored form of a day without a time. */
function dayOf(moment: Moment, calendar: DayCalendar, hasDays: boolean): number {
  if ('day' in moment) return moment.day;
  const isDay = hasDays && moment.instant % 86_400_000 === 0;
  return isDay ? moment.instant / 86_400_000 : calendar.dayOf(moment.instant);
}
