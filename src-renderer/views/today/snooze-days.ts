const two = (value: number): string => String(value).padStart(2, '0')

/** A day in the person's own zone, `YYYY-MM-DD`. */
export const dayAfter = (from: Date, days: number): string => {
  const day = new Date(from.getFullYear(), from.getMonth(), from.getDate() + days)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

const MONDAY = 1

/** Of the week after this day. */
export const nextMonday = (from: Date): string => dayAfter(from, ((MONDAY - from.getDay() + 6) % 7) + 1)
