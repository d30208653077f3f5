// One audit. Its row is on disk before the request is sent, so that the history shows it whatever happens: an audit whose
// reply never came is `unknown`, and is not repeated automatically.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { AuditRow } from '../../src-shared/desk/research.ts'
import type { ReplyOf } from '../../src-shared/service/operations.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { KeyWatch } from '../brands/key-watch.ts'
import { asDeskError } from '../desk.ts'
import type { RoomParts } from '../room.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { AuditOutcome } from './queries/audits.ts'
import { urlToAudit } from './sites.ts'

export type AuditDeps = Pick<RoomParts, 'store' | 'clock' | 'emit'> & {
  readonly client: Pick<ServiceClient, 'request'>
  readonly brands: Pick<BrandBook, 'get'>
  readonly watchKey: (brandId: string) => KeyWatch
}

export type AuditTask = {
  readonly brandId: string
  readonly url?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** From here on it may have been run. */
  readonly onSend?: () => void
  /** From here on it waits for the rate limit: nothing is under way. */
  readonly onWait?: () => void
}

const REFUSED_BEFORE: ReadonlySet<string> = new Set(['invalid', 'conflict'])
const NOTHING = { overallScore: null, totalTests: null, passedTests: null }

/** `reply`: as the service gave it, with all that the interface does not name. */
type Ended = AuditOutcome & { readonly reply?: unknown }

const doneWith = (reply: ReplyOf<'websiteAudit.run'>): Ended => ({
  reply,
  state: 'done',
  overallScore: reply.seoAudit.overallScore,
  totalTests: Math.round(reply.seoAudit.totalTests),
  passedTests: Math.round(reply.seoAudit.passedTests),
  error: null,
})

const failedWith = (error: unknown): Ended => {
  const value = asDeskError(error).toValue()
  const hint = value.kind === 'forbidden' ? ' A limit of the plan may be reached.' : ''
  return {
    ...NOTHING,
    state: value.kind === 'unknown-outcome' ? 'unknown' : 'failed',
    error: { ...value, message: `${value.message}${hint}` },
  }
}

export const createAudits = (deps: AuditDeps) => {
  const { store, client, brands, clock, emit, watchKey } = deps

  const underWay = new Set<string>()

  /** One audit of a site at a time: a second one would only cost. Throws `conflict`. */
  const exclusively = async <Result>(brand: { id: string; name: string }, url: string, work: () => Promise<Result>) => {
    const auditKey = `${brand.id} ${url}`
    if (underWay.has(auditKey)) {
      const message = `${brand.name}: an audit of ${url} is running. Wait for its result.`
      throw new DeskError('conflict', message, { brandId: brand.id })
    }
    underWay.add(auditKey)
    return work().finally(() => underWay.delete(auditKey))
  }

  const rowOf = (task: AuditTask, url: string) => {
    const atMs = clock.now()
    let no: number | null = null
    return {
      url,
      isThere: () => no !== null,
      /** Throws not-found where the brand was removed: then nothing may be sent. */
      begin: async (): Promise<number> => {
        brands.get(task.brandId)
        no ??= await store.write('audits.begin', { brandId: task.brandId, url, atMs })
        return no
      },
    }
  }
  type Row = ReturnType<typeof rowOf>

  const keep = async (row: Row, brandId: string, { reply, ...outcome }: Ended): Promise<AuditRow> => {
    const no = await row.begin()
    if (reply !== undefined) await store.write('audits.saveReply', { no, brandId, reply: JSON.stringify(reply) })
    const audit = await store.write('audits.end', { no, outcome })
    emit('changed', { brandIds: [brandId], datasets: ['audits'] })
    return audit
  }

  const send = async (task: AuditTask, row: Row, watch: KeyWatch): Promise<Ended> => {
    const { brandId, signal, onSend, onWait } = task
    let isStored = true
    const beforeSend = async () => {
      onSend?.() // first, so that nothing ends it between here and there
      isStored = false
      await row.begin()
      isStored = true
    }
    const onLimiterWait = () => {
      onWait?.()
      return () => undefined
    }
    try {
      const options = { brandId, signal, beforeSend, onWait: onLimiterWait }
      return doneWith(await client.request('websiteAudit.run', { body: { url: row.url } }, options))
    } catch (error) {
      if (!isStored) throw error
      await watch.refused(error)
      // Where its row is stored, an earlier attempt was rate limited: the audit was not run.
      if (error instanceof DeskError && error.kind === 'cancelled' && !row.isThere()) throw error
      return failedWith(error)
    }
  }

  /** Throws `invalid` and `conflict` before anything is sent, and `cancelled` where it was cancelled before it was sent. */
  const run = async (task: AuditTask): Promise<AuditRow> => {
    const brand = brands.get(task.brandId)
    const [site] = task.url === undefined ? await store.read('auditSites.list', { brandIds: [brand.id] }) : []
    const url = urlToAudit(brand, task.url, site)
    const row = rowOf(task, url)
    const watch = watchKey(brand.id)
    return exclusively(brand, url, async () => {
      const outcome = await send(task, row, watch)
      if (outcome.state === 'done') await watch.served()
      return keep(row, brand.id, outcome)
    })
  }

  /** The same for one of many: an audit refused before it was sent is in the history as well. */
  const runOfMany = async (task: AuditTask): Promise<AuditRow> => {
    try {
      return await run(task)
    } catch (error) {
      if (!(error instanceof DeskError) || !REFUSED_BEFORE.has(error.kind)) throw error
      return keep(rowOf(task, ''), task.brandId, failedWith(error))
    }
  }

  return { run, runOfMany }
}
export type Audits = ReturnType<typeof createAudits>
