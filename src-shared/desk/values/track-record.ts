// How often the desk was right, as a sentence: no rate where too few cases were judged.

/** Days that the window shows a forecast of, and that are kept as they were forecast. */
export const FORECAST_AHEAD_DAYS = 14

/** Fewer say as little as chance. */
const JUDGED_MIN = 10

export type TrackRecord = { readonly right: number; readonly judged: number }

/** `This cause was right in 41 of 46 judged drops. Only people can confirm it.` `isByDays`: later days do, too. */
export const causeRecordText = ({ right, judged, isByDays }: TrackRecord & { readonly isByDays: boolean }): string => {
  if (judged === 0) return isByDays ? 'Not judged yet.' : 'No one has confirmed or rejected this cause yet.'
  const by = isByDays ? '' : ' Only people can confirm it.'
  if (judged >= JUDGED_MIN) return `This cause was right in ${right} of ${judged} judged drops.${by}`
  const drops = judged === 1 ? 'drop' : 'drops'
  return `This cause was judged in ${judged} ${drops} so far: too few to say how often it is right.${by}`
}

/** `38 of 41 alerts lasted longer than 3 days.` */
export const lastedText = ({ right, judged }: TrackRecord): string | null => {
  if (judged === 0) return null
  if (judged >= JUDGED_MIN) return `${right} of ${judged} alerts lasted longer than 3 days.`
  return `${judged} ${judged === 1 ? 'alert is' : 'alerts are'} older than 3 days: too few to say how often they last.`
}

/** `Of 46 days forecast before, 41 were inside.` */
export const insideText = ({ right, judged }: TrackRecord, what: string): string | null =>
  judged < JUDGED_MIN ? null : `Of ${judged} days forecast before${what}, ${right} were inside.`
