const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(${MONTHS.join('|')})`;
const TIME = '(\\d{2}):(\\d{2}):(\\d{2})';

// RFC 9110, section 5.6.7: the preferred form and the two obsolete ones that a recipient must still read.
const IMF_FIXDATE = new RegExp(`^[A-Z][a-z]{2}, (\\d{2}) ${MONTH} (\\d{4}) ${TIME} GMT$`, 'u');
const RFC850_DATE = new RegExp(`^[A-Z][a-z]{5,8}, (\\d{2})-${MONTH}-(\\d{2}) ${TIME} GMT$`, 'u');
const ASCTIME_DATE = new RegExp(`^[A-Z][a-z]{2} ${MONTH} ([ \\d]\\d) ${TIME} (\\d{4})$`, 'u');

/** Milliseconds since the epoch; null for other text. */
export function parseHttpDate(text: string, nowMs: number): number | null {
  const fixed = IMF_FIXDATE.exec(text);
  if (fixed !== null) return toMs(fixed[1], fixed[2], Number(fixed[3]), fixed.slice(4));
  const rfc850 = RFC850_DATE.exec(text);
  if (rfc850 !== null) {
    return toMs(rfc850[1], rfc850[2], toFullYear(Number(rfc850[3]), nowMs), rfc850.slice(4));
  }
  const asctime = ASCTIME_DATE.exec(text);
  if (asctime === null) return null;
  return toMs(asctime[2], asctime[1], Number(asctime[6]), asctime.slice(3, 6));
}

export function toHttpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

function toMs(
  day = '',
  month = '',
  year = 0,
  [hour = '', minute = '', second = '']: string[] = [],
): number {
  return Date.UTC(
    year,
    MONTHS.indexOf(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
}

/** A two-digit year that seems more than 50 years ahead is the past one with these digits (RFC 9110, 5.6.7). */
function toFullYear(shortYear: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + shortYear;
  return year > thisYear + 50 ? year - 100 : year;
}
