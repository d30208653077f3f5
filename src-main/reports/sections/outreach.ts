import type { ReportFigure } from '../../../src-shared/desk/reports.ts'
import { isReplied } from '../../../src-shared/desk/values/reply-status.ts'
import { DAY_MS } from '../../base/clock.ts'
import { type BuildSection, barsBlock, type SectionContext, withoutData } from '../context.ts'

const PAGE = 500

/** Pitches that were sent in the period, newest first; null: the outbox was never read. */
const sentIn = async ({ ask, brand, period }: SectionContext) => {
  const [fromMs, endMs] = [Date.parse(`${period.from}T00:00:00Z`), Date.parse(`${period.to}T00:00:00Z`) + DAY_MS]
  const found: string[] = []
  const input = {
    brandIds: [brand.id],
    filter: { isWaiting: false },
    sort: { by: 'sentAt', direction: 'desc' },
    limit: PAGE,
  }
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await ask('outreach.outbox', { ...input, cursor })
    if (page.freshAsOf === null) return null
    const own = page.rows.filter(({ sentAt }) => sentAt !== null)
    found.push(
      ...own.flatMap(({ sentAt, status }) => {
        const atMs = Date.parse(sentAt ?? '')
        return atMs >= fromMs && atMs < endMs ? [status] : []
      }),
    )
    const isPast = own.length < page.rows.length || own.some(({ sentAt }) => Date.parse(sentAt ?? '') < fromMs)
    cursor = isPast ? null : page.nextCursor
  }
  return found
}

export const buildOutreach: BuildSection = async (context) => {
  const { ask, brand, texts, format, today } = context
  const { figures, titles, columns, notes } = texts
  const [sites, contacts] = [
    await ask('prospects.page', { brandIds: [brand.id], limit: 1 }),
    await ask('contacts.page', { brandIds: [brand.id], limit: 1 }),
  ]
  const sent = await sentIn(context)
  const known = ({ total, freshAsOf }: Pick<typeof sites, 'total' | 'freshAsOf'>) => (freshAsOf === null ? null : total)
  const steps = [
    { key: 'prospects', label: figures.prospects, value: known(sites) },
    { key: 'contacts', label: figures.contacts, value: known(contacts) },
    { key: 'pitched', label: figures.pitched, value: sent?.length ?? null },
    { key: 'replied', label: figures.replied, value: sent?.filter(isReplied).length ?? null },
  ]
  const isUnknown = steps.some(({ value }) => value === null)
  if (steps.every(({ value }) => (value ?? 0) === 0)) return withoutData(isUnknown ? notes.notRead : notes.noOutreach)
  const [asOf = today] = [sites.freshAsOf, contacts.freshAsOf].flatMap((at) => at ?? []).toSorted()
  const asFigure = (step: (typeof steps)[number]): ReportFigure => ({
    ...{ ...step, unit: 'number', change: null, changeUnit: 'change', isGood: null },
  })
  return {
    hasData: true,
    blocks: [
      { type: 'figures', figures: steps.map(asFigure) },
      barsBlock(context, {
        title: titles.funnel,
        label: columns.count,
        unit: 'number',
        labels: steps.map(({ label }) => label),
        values: steps.map(({ value }) => value),
      }),
      { type: 'note', text: `${notes.outreachNow(format.day(asOf))} ${notes.waitsForReply}` },
    ],
  }
}
