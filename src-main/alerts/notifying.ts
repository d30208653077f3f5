// Notifications of alerts: together, outside quiet hours, and what fired in them once in the morning. What was notified and
// the day of the last digest are on disk, so that no restart repeats them.

import type { AlertSettings } from '../../src-shared/desk/alerts.ts'
import { AlertSettingsSchema } from '../../src-shared/desk/alerts.ts'
import { ALERT_KIND_LABELS } from '../../src-shared/desk/values/alert-kinds.ts'
import { type Clock, DAY_MS, toDay } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { saysCause, workOutCauses } from '../causes/public.ts'
import type { NewNotice } from '../notices.ts'
import type { Store } from '../store/store.ts'
import type { NewAlert } from './queries/alerts.ts'
import { LATE_DAYS } from './rules/coverage.ts'
import { DEFAULT_ALERT_SETTINGS, digestTurn, isQuietAt } from './rules/quiet-hours.ts'

export type NotifyingDeps = {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly clock: Clock
  readonly brands: Pick<BrandBook, 'find' | 'list'>
  readonly notify: (notice: NewNotice) => void
}

const SETTINGS_KEY = 'alerts.settings'
const DIGEST_KEY = 'alerts.digestDays'
/** Alerts within this time are notified together: a sync of many brands is one notification, or a few. */
const GATHER_MS = 10 * 60_000
const NAMED = 2

const count = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`

/** Of several alerts, what most of them have; null: none has a cause. */
const mostCommonCause = (alerts: readonly NewAlert[]): string | null => {
  const known = alerts.filter(({ cause }) => cause !== null && saysCause(cause))
  const [most] = [...Map.groupBy(known, ({ cause }) => cause)].sort(([, one], [, other]) => other.length - one.length)
  return most === undefined ? null : `${most[0]} (${most[1].length} of ${count(alerts.length, 'alert')}).`
}

/** "7 alerts for 4 brands", and what they are about. */
export const noticeOf = (alerts: readonly NewAlert[], nameOf: (brandId: string) => string): NewNotice => {
  const [only] = alerts
  const brandIds = [...new Set(alerts.map(({ brandId }) => brandId))]
  const [brandId = ''] = brandIds
  const opens = { view: 'alerts' }
  if (only !== undefined && alerts.length === 1)
    return {
      level: 'info',
      title: `${nameOf(brandId)}: ${only.title}`,
      message: only.cause === null ? only.detail : `${only.detail}. ${only.cause}.`,
      brandId,
      opens: { ...opens, params: { open: only.id } },
    }
  const kinds = [...Map.groupBy(alerts, ({ kind }) => kind)].sort(([, one], [, other]) => other.length - one.length)
  const about = kinds.map(([kind, all]) => `${ALERT_KIND_LABELS[kind]}: ${all.length}`).join(' · ')
  const cause = mostCommonCause(alerts)
  if (brandIds.length === 1)
    return {
      level: 'info',
      title: `${count(alerts.length, 'alert')} for ${nameOf(brandId)}`,
      message: cause === null ? about : `${about}. ${cause}`,
      brandId,
      opens,
    }
  const names = brandIds.slice(0, NAMED).map(nameOf)
  const more = brandIds.length - names.length
  const who = more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
  return {
    level: 'info',
    title: `${count(alerts.length, 'alert')} for ${count(brandIds.length, 'brand')}`,
    message: [`${about}. ${who}.`, ...(cause === null ? [] : [cause])].join(' '),
    opens,
  }
}

export const createNotifying = async ({ store, clock, brands, notify }: NotifyingDeps) => {
  const readSettings = async (): Promise<AlertSettings> => {
    const stored = AlertSettingsSchema.safeParse(await store.read('settings.get', { key: SETTINGS_KEY }))
    return stored.success ? stored.data : DEFAULT_ALERT_SETTINGS
  }
  let settings = await readSettings()
  let notifiedAtMs = Number.NEGATIVE_INFINITY
  const nameOf = (brandId: string): string => brands.find(brandId)?.name ?? 'A brand'

  let isClosing = false

  /** New alerts that were not notified yet. */
  const waiting = async (brandIds = brands.list().map(({ id }) => id)): Promise<NewAlert[]> => {
    const nowMs = clock.now()
    return store.read('alerts.new', {
      brandIds,
      since: Math.floor(nowMs / DAY_MS) - LATE_DAYS,
      today: toDay(nowMs),
      isWaiting: true,
    })
  }
  /** With their causes, which are worked out after the same sync. */
  const send = async (alerts: readonly NewAlert[]): Promise<void> => {
    if (alerts.length === 0) return
    const brandIds = [...new Set(alerts.map(({ brandId }) => brandId))]
    await workOutCauses(store, brandIds, { clock, isStopped: () => isClosing })
    if (isClosing) return
    const ids = new Set(alerts.map(({ id }) => id))
    const explained = (await waiting(brandIds)).filter(({ id }) => ids.has(id))
    if (explained.length === 0) return
    await store.write('alerts.notified', { ids: explained.map(({ id }) => id) })
    notify(noticeOf(explained, nameOf))
  }

  /** What fired in quiet hours waits for the digest, where there is one. */
  const isForDigest = ({ firedAt }: NewAlert): boolean =>
    settings.digest.isOn && isQuietAt(Date.parse(firedAt), settings)

  const sendDigest = async (): Promise<void> => {
    const stored = await store.read('settings.get', { key: DIGEST_KEY })
    const turn = digestTurn(clock.now(), settings, Array.isArray(stored) ? stored.map(String) : [])
    // On disk first: a desk that ends here sends no second one.
    if (turn.done !== null) await store.write('settings.set', { key: DIGEST_KEY, value: turn.done })
    if (turn.isDue) await send(await waiting())
  }

  const sendSoon = async (): Promise<void> => {
    if (!settings.isNotifying || isQuietAt(clock.now(), settings)) return
    if (clock.monotonicMs() - notifiedAtMs < GATHER_MS) return
    const alerts = (await waiting()).filter((alert) => !isForDigest(alert))
    if (alerts.length === 0) return
    notifiedAtMs = clock.monotonicMs()
    await send(alerts)
  }

  return {
    settings: (): AlertSettings => settings,
    setSettings: async (next: AlertSettings): Promise<AlertSettings> => {
      await store.write('settings.set', { key: SETTINGS_KEY, value: next })
      settings = next
      return next
    },
    /** What is not sent by then waits for the next start. */
    close: (): void => {
      isClosing = true
    },
    /** Sends what may be sent now. */
    run: async (): Promise<void> => {
      await sendDigest()
      await sendSoon()
    },
  }
}
