import { z } from 'zod'
import { ProviderSchema } from '../../src-shared/service/cms.ts'
import type { Provider } from '../../src-shared/service/providers.ts'
import { ServiceError } from '../service-error.ts'

export const CmsFaultSchema = z.strictObject({
  provider: ProviderSchema,
  /** `item`: one article fails; `down`: the provider cannot be reached; `draft`: it keeps what is published as drafts. */
  fail: z.enum(['item', 'down', 'draft']),
  /** Of `item`: which; absent: the first of the next call. */
  slug: z.string().optional(),
  /** Absent: every brand. */
  teamId: z.string().optional(),
  /** Of `down`: the whole call is answered 503, or every article of it fails. */
  as: z.enum(['503', 'items']).default('503'),
  /** Absent: until cleared for `down`, else once. */
  times: z.number().int().min(1).optional(),
  text: z.string().optional(),
})
export type CmsFault = z.infer<typeof CmsFaultSchema>

const timesOf = ({ times, fail }: CmsFault): number => times ?? (fail === 'down' ? Number.POSITIVE_INFINITY : 1)

export const createCmsFaults = () => {
  let faults: { readonly fault: CmsFault; left: number }[] = []
  return {
    add: (fault: CmsFault) => void faults.push({ fault, left: timesOf(fault) }),
    clear: () => {
      faults = []
    },
    /** Whether the articles of this call stay drafts; each use is counted. */
    keepsDrafts: (teamId: string, provider: Provider): boolean => {
      const found = faults.find(
        ({ fault }) => fault.fail === 'draft' && fault.provider === provider && (fault.teamId ?? teamId) === teamId,
      )
      if (found === undefined) return false
      found.left -= 1
      faults = faults.filter(({ left }) => left > 0)
      return true
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
        if (!isMeant || fault.fail === 'draft' || (fault.fail === 'item' && !slugs.includes(slug))) continue
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
