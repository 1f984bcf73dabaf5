//! The calendar: points in time, which are seconds since the beginning of 1970 (UTC), as dates and as texts. Only with
//! the feature `date`; the module `date` gives these natives their names.
//!
//! UTC is the only zone. Other zones depend on files of the system, and a program should not depend on how those
//! change.

use jiff::civil::{Date, DateTime, Time};
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};

use super::arg::StringRef;
use super::builtins;
use crate::fault::{Code, ErrorData, Result, fail_in};
use crate::num::{self, Number};
use crate::runtime::Runtime;
use crate::value::Value;

/// Bytes of a text that is to be a date, or of a format, at most.
const MAX_TEXT: usize = 1000;

/// The moment that a number of seconds stands for.
fn moment(function: &str, seconds: &Number) -> Result<Zoned> {
    let timestamp = match *seconds {
        Number::Fixnum(n) => Timestamp::from_second(n).ok(),
        _ => {
            let x = seconds.to_f64();
            let (whole, nanoseconds) = split(x);
            // Beyond what the calendar holds, which the next line finds out, nothing is lost.
            Timestamp::new(whole as i64, nanoseconds).ok().filter(|_| x.is_finite())
        }
    };
    let Some(timestamp) = timestamp else {
        return fail_in(function, Code::BadValue, "the calendar goes from the year -9999 to 9999".to_string());
    };
    Ok(timestamp.to_zoned(TimeZone::UTC))
}

/// Splits seconds into whole ones and the nearest number of nanoseconds, which is less than 10⁹.
fn split(seconds: f64) -> (f64, i32) {
    let whole = seconds.floor();
    let nanoseconds = ((seconds - whole) * 1e9).round();
    if nanoseconds < 1e9 { (whole, nanoseconds as i32) } else { (whole + 1.0, 0) }
}

/// The seconds that stand for a moment: an integer, if there is no fraction.
fn seconds(rt: &mut Runtime, moment: Timestamp) -> Result<Value> {
    match moment.subsec_nanosecond() {
        0 => rt.heap.integer(moment.as_second().into()),
        nanoseconds => rt.heap.float(moment.as_second() as f64 + f64::from(nanoseconds) / 1e9),
    }
}

/// The moment of a date in UTC.
fn in_utc(date: DateTime) -> Option<Timestamp> {
    date.to_zoned(TimeZone::UTC).ok().map(|z| z.timestamp())
}

/// The text of a string, if it is not too long to be looked at.
fn short(rt: &Runtime, string: StringRef) -> Result<Option<&str>> {
    Ok(Some(rt.heap.text_of(string.0)?.as_str()).filter(|text| text.len() <= MAX_TEXT))
}

/// The text of a format.
fn format<'a>(rt: &'a Runtime, function: &str, string: StringRef) -> Result<&'a str> {
    match short(rt, string)? {
        Some(text) => Ok(text),
        None => fail_in(function, Code::BadValue, format!("a format has at most {MAX_TEXT} bytes")),
    }
}

/// Parses a text as a moment: by ISO 8601, or by a format.
fn parse(text: &str, format: Option<&str>) -> Option<Timestamp> {
    let Some(format) = format else {
        let moment = text.parse::<Timestamp>().ok();
        let date = || text.parse::<DateTime>().ok().and_then(in_utc);
        return moment.or_else(date);
    };
    let parts = strtime::parse(format, text).ok()?;
    let date = || parts.to_datetime().or_else(|_| parts.to_date().map(DateTime::from)).ok().and_then(in_utc);
    parts.to_timestamp().ok().or_else(date)
}

/// A date of its parts, from the year to the second, which may have a fraction.
fn compose(rt: &mut Runtime, parts: [i64; 5], second: f64) -> Result<Value> {
    let (whole, nanoseconds) = split(second);
    // A second that rounds up to the next minute begins it.
    let carry = second < 60.0 && whole == 60.0;
    let whole = if carry { 59.0 } else { whole };
    let [year, month, day, hour, minute] = parts;
    let moment = || {
        let date = Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()?;
        let second = (0.0..60.0).contains(&whole).then_some(whole as i8)?;
        let time = Time::new(hour.try_into().ok()?, minute.try_into().ok()?, second, nanoseconds).ok()?;
        in_utc(date.to_datetime(time))?.checked_add(SignedDuration::from_secs(carry.into())).ok()
    };
    match moment() {
        Some(moment) => seconds(rt, moment),
        None => {
            let message = format!("there is no {year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}");
            fail_in("make-date", Code::BadValue, message)
        }
    }
}

builtins! { "date";
    fn "%make-date" (rt, year: i64, month: i64, day: i64, hour: i64, minute: i64, second: Number) {
        compose(rt, [year, month, day, hour, minute], second.to_f64())
    }

    fn "%date-parts" (rt, seconds: Number) {
        let moment = moment("date-parts", &seconds)?;
        let whole = Value::fix(i64::from(moment.second()));
        let second = match moment.subsec_nanosecond() {
            0 => whole,
            nanoseconds => {
                let fraction = rt.heap.float(f64::from(nanoseconds) / 1e9)?;
                num::add(rt, whole, fraction)?
            }
        };
        let number = |n: i64| Value::fix(n);
        let date = [
            number(moment.year().into()),
            number(moment.month().into()),
            number(moment.day().into()),
            number(moment.hour().into()),
            number(moment.minute().into()),
            second,
            number(moment.weekday().to_monday_one_offset().into()),
            number(moment.day_of_year().into()),
        ];
        rt.heap.list(&date)
    }

    fn "%format-date" (rt, seconds: Number, format: StringRef) {
        let moment = moment("format-date", &seconds)?;
        let format = self::format(rt, "format-date", format)?;
        // No directive makes more than a few hundred characters.
        match strtime::format(format, &moment) {
            Ok(text) => {
                rt.charge(text.len())?;
                rt.heap.string(text)
            }
            Err(e) => Err(ErrorData::by("format-date", Code::BadValue, e.to_string()).into()),
        }
    }

    fn "%parse-date" (rt, string: StringRef, ?format: StringRef) {
        rt.charge(MAX_TEXT / 8)?;
        let format = format.map(|f| self::format(rt, "parse-date", f)).transpose()?;
        let moment = short(rt, string)?.and_then(|text| parse(text, format));
        moment.map(|m| seconds(rt, m)).transpose()
    }
}
