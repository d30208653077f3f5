// Pages that rank better or worse from a day on, as after an article: only what a control request asked for.
import { z } from 'zod'
import { dayNumber } from '../seed/days.ts'
import type { SeededKeyword } from '../seed/keywords.ts'
import type { BrandDay } from '../seed/rankings.ts'

export const LiftSchema = z.strictObject({
  teamId: z.string(),
  /** The last part of the address of the page; its keywords are those that usually have it. */
  slug: z.string().min(1),
  from: z.iso.date(),
  /** Positions are divided by it: 2 makes 8 a 4, 0.5 makes 4 an 8. */
  factor: z.number().min(0.1).max(10),
})
type Lift = z.infer<typeof LiftSchema>

export const createLifts = () => {
  const lifts: Lift[] = []
  return {
    add: (lift: Lift): void => void lifts.push(lift),
    list: (): readonly Lift[] => lifts,
    /** The days of a keyword with the lifts of its page. */
    daysOf: (teamId: string, { pages }: SeededKeyword, days: readonly BrandDay[]): readonly BrandDay[] => {
      const own = lifts.filter((lift) => lift.teamId === teamId && pages[0]?.endsWith(`/${lift.slug}`) === true)
      if (own.length === 0) return days
      const liftedOn = (day: number): number =>
        own.reduce((sum, { from, factor }) => (day < dayNumber(from) ? sum : sum + Math.log(factor)), 0)
      return days.map((day) => ({ ...day, lnShift: day.lnShift - liftedOn(day.day) }))
    },
  }
}
export type Lifts = ReturnType<typeof createLifts>
