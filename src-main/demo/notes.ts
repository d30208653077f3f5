// Notes of people in the demo's past, so that curves and the list of notes show what they are for.
import { DAY_MS, toDay } from '../base/clock.ts'
import { callDesk, type Desk } from '../desk.ts'

/** `brand`: in the order of the demo; without one the note is about all. */
const NOTES = [
  { days: 24, until: 20, text: 'Core update of the search engine' },
  { days: 19, brand: 5, text: 'Relaunch of the website: new menu, all addresses kept' },
  { days: 12, brand: 0, text: 'Winter campaign began, with **three** landing pages' },
  { days: 6, brand: 8, text: 'New titles on the ten pages with the most impressions' },
] as const

export const addPastNotes = async (
  desk: Pick<Desk, 'call'>,
  { brandIds, nowMs }: { readonly brandIds: readonly string[]; readonly nowMs: number },
): Promise<void> => {
  const dayOf = (daysAgo: number) => toDay(nowMs - daysAgo * DAY_MS)
  for (const note of NOTES) {
    const brandId = 'brand' in note ? brandIds[note.brand] : undefined
    if ('brand' in note && brandId === undefined) continue
    await callDesk(desk, 'annotations.save', {
      day: dayOf(note.days),
      untilDay: 'until' in note ? dayOf(note.until) : null,
      brandIds: brandId === undefined ? 'all' : [brandId],
      text: note.text,
    })
  }
}
