// What people of the demo's agency left behind: notes, people whom no brand may contact, playbook runs, and reports that the
// report code makes of the demo's own data.
import { DAY_MS, toDay } from '../base/clock.ts'
import { callDesk, type Desk } from '../desk.ts'
import { BUILT_IN_PLAYBOOKS } from '../playbooks/built-in.ts'
import { beginRuns, changeRun } from '../playbooks/public.ts'
import type { RunEvent } from '../playbooks/rules/machine.ts'
import { deliveryText } from '../playbooks/steps/brands.ts'
import type { Store } from '../store/store.ts'
import { addSuppressions, DEMO_SUPPRESSIONS, hasNoSuppressions } from '../suppressions/public.ts'
import type { DemoBrand } from './past.ts'

type OfficeDeps = { readonly store: Store; readonly desk: Pick<Desk, 'call' | 'subscribe'>; readonly nowMs: number }

const NOTES = [
  { daysAgo: 24, text: 'New navigation went live. Category pages moved one level up.' },
  { daysAgo: 13, text: 'The client changed prices on all product pages.' },
  { daysAgo: 6, text: 'Press release about the anniversary. Expect more brand searches for a week.' },
]
/** Of the suggestions for a brand, in their order; the others are open. */
const MARKS = [
  { state: 'keep', note: 'New photos in May' },
  { state: 'drop', note: '' },
  { state: 'keep', note: 'Article for Ana' },
  { state: 'keep', note: '' },
] as const
const MARKED_BRANDS = 4
const RUN_DAYS_AGO = 9
const DRAFTED_BRANDS = 3
const REPORTED_BRANDS = 2
const REPORTED_DAYS = 28

const finished = (results: readonly string[]): RunEvent[] =>
  results.flatMap((result, index): RunEvent[] => [
    { type: 'begin', index },
    { type: 'end', index, state: 'done', result },
  ])

export const createDemoOffice = ({ store, desk, nowMs }: OfficeDeps) => {
  const addNotes = async (brands: readonly DemoBrand[]): Promise<void> => {
    for (const [at, { daysAgo, text }] of NOTES.entries()) {
      const brandIds = brands.slice(at, at + 1).map(({ id }) => id)
      if (brandIds.length > 0)
        await callDesk(desk, 'annotations.save', { day: toDay(nowMs - daysAgo * DAY_MS), brandIds, text })
    }
  }

  /** The first suggestions are keywords that the brand has; marks begin with the third. */
  const fillBasket = async ({ id: brandId }: DemoBrand): Promise<void> => {
    const { suggestions } = await callDesk(desk, 'research.suggest', { brandId })
    const entries = suggestions.slice(2).flatMap(({ keyword }, at) => {
      const mark = MARKS[at]
      return mark === undefined ? [] : [{ keyword, ...mark }]
    })
    if (entries.length > 0) await callDesk(desk, 'research.saveBasket', { brandId, entries })
  }

  /** A list of a person stays as it is. */
  const suppress = async (): Promise<void> => {
    if (!(await hasNoSuppressions(store, {}))) return
    for (const { daysAgo, ...entry } of DEMO_SUPPRESSIONS)
      await addSuppressions(store, { entries: [entry], atMs: nowMs - daysAgo * DAY_MS })
  }

  type RunOfPast = { readonly playbookId: string; readonly brandId: string; readonly atMs: number }
  const addRun = async ({ playbookId, brandId, atMs }: RunOfPast, events: readonly RunEvent[]): Promise<void> => {
    const playbook = BUILT_IN_PLAYBOOKS.find(({ id }) => id === playbookId)
    if (playbook === undefined) return
    const { nos } = await beginRuns(store, { playbook, brandIds: [brandId], by: null, atMs })
    for (const no of nos)
      for (const [at, event] of events.entries()) await changeRun(store, { no, event, atMs: atMs + (at + 1) * 2000 })
  }

  /** One that is over, and one that asks before it audits. */
  const addRuns = async (ended: DemoBrand, { id: brandId, name }: DemoBrand): Promise<void> => {
    const atMs = nowMs - RUN_DAYS_AGO * DAY_MS
    const read = ['The service accepts the key.', 'Synced.', '30 days of rankings stored.', 'All is at most 1 h old.']
    await addRun({ playbookId: 'built-in-key-replaced', brandId: ended.id, atMs }, finished(read))
    const { keywords } = await callDesk(desk, 'rankings.tracked', { brandId })
    const { rows: deliveries } = await callDesk(desk, 'webhooks.deliveries', { brandIds: [brandId], limit: 1 })
    const { totals } = await callDesk(desk, 'outreach.ledger', { brandIds: [brandId], limit: 1 })
    const { spentThisMonth = 0, monthlyBudget } = totals[0] ?? {}
    const budget = monthlyBudget ?? 0
    const { sites } = await callDesk(desk, 'research.auditSites', { brandIds: [brandId] })
    const checks = [
      ...[
        'The service accepts the key.',
        'Synced.',
        'All is at most 26 h old.',
        `${keywords.length} keywords tracked.`,
      ],
      ...[
        `${budget - spentThisMonth} credits of the budget of ${budget} left this month.`,
        deliveryText(deliveries[0]?.receivedAt ?? null),
      ],
    ]
    const lines = [
      `Website: ${sites[0]?.url}`,
      'The service reports no price for audits. Your plan may limit their number.',
    ]
    const action = `Run 1 audit for ${name}`
    const gate = { kind: 'spend', action, lines, credits: null, count: 1, passesBudget: false } as const
    const asked: RunEvent = { type: 'gate', index: checks.length, gate }
    await addRun({ playbookId: 'built-in-monthly', brandId, atMs: nowMs - DAY_MS }, [...finished(checks), asked])
  }

  /** Resolves once a run of reports that this begins is ended, or waits for review. */
  const untilMade = async (begin: () => Promise<unknown>): Promise<void> => {
    const made = Promise.withResolvers<void>()
    const stop = desk.subscribe((event) => {
      if (event.name === 'reports.progress' && event.payload.run.state !== 'running') made.resolve()
    })
    try {
      await begin()
      await made.promise
    } finally {
      stop()
    }
  }

  /** Its first day has come, so that it makes the drafts of last month at once. */
  const addReports = async (brands: readonly DemoBrand[]): Promise<void> => {
    const brandIds = brands.map(({ id }) => id)
    const drafted = { templateId: 'monthly', brands: { brandIds: brandIds.slice(0, DRAFTED_BRANDS) } } as const
    const schedule = { ...drafted, id: 'demo-monthly', name: 'Monthly reports to clients', dayOfMonth: 1, isOn: true }
    await untilMade(() => callDesk(desk, 'reports.saveSchedule', { ...schedule, formats: ['pdf'] }))
    await untilMade(() =>
      callDesk(desk, 'reports.create', {
        brands: { brandIds: brandIds.slice(0, REPORTED_BRANDS) },
        templateId: 'monthly',
        period: { days: REPORTED_DAYS },
        formats: ['html', 'csv'],
      }),
    )
  }

  return {
    leave: async (brands: readonly DemoBrand[]): Promise<void> => {
      const [first, , third] = brands
      await addNotes(brands)
      for (const brand of brands.slice(0, MARKED_BRANDS)) await fillBasket(brand)
      await suppress()
      if (first !== undefined && third !== undefined) await addRuns(first, third)
      await addReports(brands)
    },
  }
}
