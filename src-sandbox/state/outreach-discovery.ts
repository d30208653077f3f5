import { HOUR_MS } from '../../src-shared/service/durations.ts'
import { LIMITS } from '../../src-shared/service/limits.ts'
import type { Prospect } from '../../src-shared/service/outreach.ts'
import { hash } from '../seed/hash.ts'
import { ServiceError } from '../service-error.ts'
import type { Credits } from './outreach-credits.ts'

const FIELDS = ['discoveryStatus', 'mentionCheckStatus', 'relationshipSweepStatus'] as const
type Field = (typeof FIELDS)[number]

const RUN_MIN_MS = 24_000
const RUN_SPREAD_MS = 12_000
/** The checks of mentions and relationships follow the discovery, one after the other, and take this long. */
const CHECK_MS = 8_000
/** Search angles that a paid discovery used are not used again for this long. */
const ANGLES_REST_MS = HOUR_MS

export type DiscoveryDeps = {
  readonly seed: number
  /** The statuses at the start; `running` ones run from the first request. */
  readonly start: Readonly<Record<Field, string>>
  readonly isNew: boolean
  readonly credits: Credits
  /** New sites of the discovery that ended then. */
  readonly found: (run: number, atMs: number) => readonly Prospect[]
  readonly add: (prospects: readonly Prospect[]) => void
}

/** Discovery of one brand, and the two checks that go with it. */
export const createDiscovery = ({ seed, start, isNew, credits, found, add }: DiscoveryDeps) => {
  const words: Record<Field, string> = { ...start }
  const endsMs = new Map<Field, number>()
  const counts = { charged: 0, free: 0, alreadyRunning: 0 }
  let runs = 0
  let isFinding = false
  let isSeen = false
  let anglesFreeMs = Number.NEGATIVE_INFINITY
  let ordered: 'conflict' | 'unavailable' | null = null

  const endAfter = (fields: readonly Field[], nowMs: number): void => {
    const runMs = RUN_MIN_MS + (hash(seed, runs, 0xd15) % RUN_SPREAD_MS)
    for (const field of fields) endsMs.set(field, nowMs + runMs + FIELDS.indexOf(field) * CHECK_MS)
  }

  const begin = (nowMs: number): void => {
    for (const field of FIELDS) words[field] = 'running'
    endAfter(FIELDS, nowMs)
    runs += 1
    isFinding = true
  }

  const workUntil = (nowMs: number): void => {
    for (const [field, atMs] of endsMs) {
      if (atMs > nowMs) continue
      endsMs.delete(field)
      words[field] = 'completed'
      if (field !== 'discoveryStatus' || !isFinding) continue
      isFinding = false
      add(found(runs, atMs))
    }
  }

  const open = (nowMs: number): void => {
    if (isSeen) return
    isSeen = true
    const running = FIELDS.filter((field) => words[field] === 'running')
    endAfter(running, nowMs)
    if (!isNew || runs > 0) return
    counts.free += 1
    begin(nowMs)
  }

  const refuse = (nowMs: number): void => {
    const order = ordered
    ordered = null
    if (order === 'unavailable') throw new ServiceError(503, 'search is temporarily unavailable')
    if (order !== 'conflict' && nowMs >= anglesFreeMs) return
    throw new ServiceError(
      409,
      'the available search angles were used recently; add tracked keywords or a topic cluster before retrying',
    )
  }

  return {
    /** The three statuses. The first request of a brand without a discovery starts one at no charge. */
    look: (nowMs: number): Record<Field, string> => {
      open(nowMs)
      return { ...words }
    },
    /** Throws 402, 409 or 503 as the service would. */
    run: (nowMs: number) => {
      if (words.discoveryStatus === 'running') {
        counts.alreadyRunning += 1
        return { status: 'running', creditsCharged: 0, alreadyRunning: true }
      }
      refuse(nowMs)
      credits.charge(LIMITS.discoverCredits, 'a discovery')
      begin(nowMs)
      counts.charged += 1
      anglesFreeMs = (endsMs.get('discoveryStatus') ?? nowMs) + ANGLES_REST_MS
      return { status: 'running', creditsCharged: LIMITS.discoverCredits, alreadyRunning: false }
    },
    workUntil,
    order: (next: typeof ordered): void => {
      ordered = next
    },
    report: () => ({ ...counts }),
  }
}
