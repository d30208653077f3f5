// What fell in the period, and why: one row for what fell together, those with a cause first.
import { dayFromNumber, dayNumber } from '../../base/clock.ts'
import { actionText, type ToldDrop } from '../../causes/public.ts'
import { type BuildSection, type SectionContext, tableBlock, withoutData } from '../context.ts'
import { type CauseWords, causeWords, pathOf } from '../rules/cause-words.ts'
import { articleTitles, namesAnotherThan, wordsOf } from './annotations.ts'

const USUAL_ROWS = 8
/** What has one cause began within so many days. */
const NEAR_DAYS = 3
/** A row has the name of the brand before that of a page, and of a page before a keyword. */
const RANKS: readonly ToldDrop['of'][] = ['brand', 'page', 'keyword']

type Row = { readonly lead: ToldDrop; readonly words: CauseWords; more: number }

const isSame = ({ words }: Row, own: CauseWords): boolean =>
  words.group === own.group && (!own.isNamed || Math.abs(dayNumber(words.since) - dayNumber(own.since)) <= NEAR_DAYS)

/** What was done on the page, as the report says it; null: it is not of the period, or not for clients. */
const eventsOf = async (context: SectionContext, drops: readonly ToldDrop[]) => {
  const { annotations, texts } = context
  if (!drops.some(({ cause }) => cause?.kind === 'own-action')) return () => null
  const titleOf = await articleTitles(context)
  return (day: string, text: string): string | null => {
    const isIt = ({ subject, text: own }: (typeof annotations)[number]) =>
      subject !== null && actionText({ text: own, subject }) === text
    const found = annotations.find((one) => one.day === day && isIt(one))
    return found === undefined ? null : wordsOf(found, texts, titleOf)
  }
}

const rowsOf = async (context: SectionContext, drops: readonly ToldDrop[]): Promise<Row[]> => {
  const { ask, brand, texts, format } = context
  const [namesAnother, eventOf] = await Promise.all([namesAnotherThan(ask, { brand }), eventsOf(context, drops)])
  const rows: Row[] = []
  for (const drop of drops.toSorted((one, other) => RANKS.indexOf(one.of) - RANKS.indexOf(other.of))) {
    const { cause } = drop
    // Neither what a person said of it nor what was found instead can be told: only that it fell.
    if (drop.answer !== null && namesAnother(drop.answer.text)) {
      const words = { isNamed: false, group: `untold ${rows.length}`, since: drop.since, cause: null, evidence: [] }
      rows.push({ lead: drop, words, more: 0 })
      continue
    }
    const event = cause?.figures.event
    const day = cause == null || event === undefined ? null : dayFromNumber(dayNumber(cause.since) - event.daysBefore)
    const done = day === null || event === undefined ? null : { day, text: eventOf(day, event.text) }
    const words = causeWords(drop, { texts, format, done })
    const known = rows.find((row) => isSame(row, words))
    if (known === undefined) rows.push({ lead: drop, words, more: 0 })
    else known.more += 1
  }
  return rows.toSorted((one, other) => Number(other.words.isNamed) - Number(one.words.isNamed))
}

export const buildCauses: BuildSection = async (context) => {
  const { causesIn, brand, period, texts, format } = context
  const { titles, notes, words: common } = texts
  const { state, asOf, drops } = await causesIn(brand.id, period)
  if (state === 'no-days') return withoutData(notes.noDays)
  if (state === 'few-days') return withoutData(notes.fewDaysForDrops)
  if (state === 'too-old') return withoutData(notes.tooOldForDrops)
  const rows = await rowsOf(context, drops)
  if (rows.length === 0) return withoutData(notes.noDrops)
  const shown = rows.slice(0, context.rows ?? USUAL_ROWS)
  const nameOf = ({ lead: { keyword, page }, more }: Row): string => {
    const name = keyword ?? (page === null ? texts.causes.brand : pathOf(page))
    return more === 0 ? name : `${name} ${common.more(format.value(more, 'number'))}`
  }
  return {
    hasData: true,
    blocks: [
      tableBlock(texts, {
        id: 'causes',
        title: titles.drops,
        columns: [
          ['fell', 'text', nameOf],
          ['since', 'day', ({ lead }) => lead.since],
          ['clicksADayBefore', 'decimal', ({ lead }) => lead.clicksBefore],
          ['clicksADayNow', 'decimal', ({ lead }) => lead.clicksNow],
          ['cause', 'text', ({ words }) => words.cause],
          ['shown', 'text', ({ words }) => words.evidence.join(' ')],
        ],
        rows: shown,
        total: rows.length,
      }),
      { type: 'note', text: notes.drops(format.day(asOf ?? period.to)) },
    ],
  }
}
