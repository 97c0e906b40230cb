/** Days of this browser's time zone, as `YYYY-MM-DD`. */

export function dayOf(time: Date): string {
  const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
}

/** As the API takes a time. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}

function pad(part: number): string {
  return String(part).padStart(2, '0');
}
