const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** Local time: 22:01, with the date if it is another day. */
export const sinceLabel = (atMs: number, nowMs: number): string => {
  const [at, now] = [new Date(atMs), new Date(nowMs)]
  const time = `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
  if (at.toDateString() === now.toDateString()) return time
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())} ${time}`
}
