// Audits: only a person starts one. Changes of sites and reminders are saved at once and can be undone.
import { create } from 'zustand'
import type { AuditSite } from '../../src-shared/desk/research.ts'
import { ask } from '../data/desk.ts'
import { isolate } from '../format/isolate.ts'
import { plural } from '../format/numbers.ts'
import { brandName } from './brands.ts'
import { orNotify } from './notices.ts'
import { notifyWithUndo } from './undo.tsx'

type Audits = {
  /** Brands whose single audit is running. */
  readonly running: ReadonlySet<string>
  readonly isStarting: boolean
  /** The finished run that the person closed. */
  readonly closedRunId: string | null
}

export const useAudits = create<Audits>()(() => ({ running: new Set(), isStarting: false, closedRunId: null }))

export const closeRun = (runId: string): void => useAudits.setState({ closedRunId: runId })

const setRunning = (brandId: string, isOn: boolean): void =>
  useAudits.setState(({ running }) => {
    const next = new Set(running)
    if (isOn) next.add(brandId)
    else next.delete(brandId)
    return { running: next }
  })

/** Waits for the result. It is in the history, even if the reply is lost. */
export const runAudit = async (brandId: string): Promise<void> => {
  if (useAudits.getState().running.has(brandId)) return
  setRunning(brandId, true)
  await orNotify(`${isolate(brandName(brandId))} was not audited`, ask('research.audit', { brandId }))
  setRunning(brandId, false)
}

/** Whether the audits started. */
export const runAudits = async (brandIds: readonly string[]): Promise<boolean> => {
  useAudits.setState({ isStarting: true })
  const reply = await orNotify('The audits were not started', ask('research.auditMany', { brandIds: [...brandIds] }))
  useAudits.setState({ isStarting: false })
  return reply.ok
}

export const cancelAudits = (runId: string) =>
  orNotify('The audits could not be cancelled', ask('research.cancelAudits', { runId }))

type SiteChange = { readonly url?: string | null; readonly remindEveryDays?: number | null }
type Before = Pick<AuditSite, 'brandId' | 'url' | 'isGuessed' | 'remindEveryDays'>

const save = async (brandId: string, change: SiteChange): Promise<boolean> => {
  const saving = ask('research.setAuditSite', { brandId, ...change })
  return (await orNotify(`${isolate(brandName(brandId))} was not changed`, saving)).ok
}

/** null: the site that the desk detects in the rankings. */
export const setSite = async (before: Before, url: string | null): Promise<void> => {
  const { brandId } = before
  if (!(await save(brandId, { url }))) return
  notifyWithUndo(
    `${isolate(brandName(brandId))}: ${url === null ? 'its site is detected again' : `its site is ${isolate(url)}`}`,
    () => void save(brandId, { url: before.isGuessed ? null : before.url }),
  )
}

export const reminderLabel = (days: number | null): string =>
  days === null ? 'no reminder' : days === 1 ? 'every day' : `every ${days} days`

/** Saves one after the other until one fails; returns those that are saved. */
export const savedOf = async <Item>(
  items: readonly Item[],
  saveOne: (item: Item) => Promise<boolean>,
): Promise<Item[]> => {
  const saved: Item[] = []
  for (const item of items) {
    if (!(await saveOne(item))) break
    saved.push(item)
  }
  return saved
}

/** Sets one reminder for these brands; null: none. */
export const setReminder = async (before: readonly Before[], remindEveryDays: number | null): Promise<void> => {
  const changed = before.filter((site) => site.remindEveryDays !== remindEveryDays)
  const saved = await savedOf(changed, ({ brandId }) => save(brandId, { remindEveryDays }))
  const [first] = saved
  if (first === undefined) return
  const all = saved.length === changed.length ? '' : `${saved.length} of `
  const whose = changed.length === 1 ? isolate(brandName(first.brandId)) : `${all}${plural(changed.length, 'brand')}`
  notifyWithUndo(
    `${whose}: ${remindEveryDays === null ? 'no reminder' : `reminded ${reminderLabel(remindEveryDays)}`}`,
    () => {
      for (const site of saved) void save(site.brandId, { remindEveryDays: site.remindEveryDays })
    },
  )
}
