import { z } from 'zod'
import { ProviderSchema } from '../../src-shared/service/cms.ts'
import type { Provider } from '../seed/posts.ts'
import { ServiceError } from '../service-error.ts'

export const CmsFaultSchema = z.strictObject({
  provider: ProviderSchema,
  /** `item`: one article fails; `down`: the provider cannot be reached. */
  fail: z.enum(['item', 'down']),
  /** Of `item`: which; absent: the first of the next call. */
  slug: z.string().optional(),
  /** Absent: every brand. */
  teamId: z.string().optional(),
  /** Of `down`: the whole call is answered 503, or every article of it fails. */
  as: z.enum(['503', 'items']).default('503'),
  /** Absent: once for `item`, until cleared for `down`. */
  times: z.number().int().min(1).optional(),
  text: z.string().optional(),
})
export type CmsFault = z.infer<typeof CmsFaultSchema>

const timesOf = ({ times, fail }: CmsFault): number => times ?? (fail === 'item' ? 1 : Number.POSITIVE_INFINITY)

export const createCmsFaults = () => {
  let faults: { readonly fault: CmsFault; left: number }[] = []
  return {
    add: (fault: CmsFault) => void faults.push({ fault, left: timesOf(fault) }),
    clear: () => {
      faults = []
    },
    list: () => faults.map(({ fault }) => fault),
    /** The texts of the articles of a call that fail; each use is counted. Throws 503 for the whole call. */
    take: (teamId: string, provider: Provider, slugs: readonly string[]): ReadonlyMap<string, string> => {
      const failing = new Map<string, string>()
      let outage: string | null = null
      for (const entry of faults) {
        const { fault } = entry
        const slug = fault.slug ?? slugs[0] ?? ''
        const isMeant = fault.provider === provider && (fault.teamId ?? teamId) === teamId
        if (!isMeant || (fault.fail === 'item' && !slugs.includes(slug))) continue
        entry.left -= 1
        if (fault.fail === 'item') failing.set(slug, fault.text ?? `${provider} refused the article`)
        else if (fault.as === '503') outage = fault.text ?? `${provider} cannot be reached`
        else for (const each of slugs) failing.set(each, fault.text ?? `${provider} cannot be reached`)
      }
      faults = faults.filter(({ left }) => left > 0)
      if (outage !== null) throw new ServiceError(503, outage)
      return failing
    },
  }
}
