// The drops of a period with their causes, as its last day showed them: for reports, which are made some days later.

import type { Answer, CauseRow } from '../../../src-shared/desk/causes.ts'
import type { CauseKind, Confidence } from '../../../src-shared/desk/values/cause-kinds.ts'
import type { Period } from '../../../src-shared/desk/values/period.ts'
import { dayFromNumber, dayNumber } from '../../base/clock.ts'
import { addressesOf, keywordTexts, readOnce } from '../../rankings/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { breaksIn } from '../rules/breaks.ts'
import type { Figures } from '../rules/cause.ts'
import { causesOf, type DropCauses } from '../rules/causes-of.ts'
import { portfolioOf } from '../rules/portfolio.ts'
import type { Portfolio } from '../rules/situation.ts'
import { answersTo } from './answers.ts'
import { daysOf, factsOf, sourceAsOf, sourceOf, topicsIn } from './brand-inputs.ts'
import { comparedWith } from './save-causes.ts'

/** What is known of other brands reaches no further back. */
const REACH_DAYS = 31
/** Days before a drop, and those of the drop itself. */
const KNOWN_MIN = 17
const BREAK_DAYS = 21

/** Its figures, with names in place of numbers; other brands are counted, never named. */
export type ToldCause = {
  readonly kind: CauseKind
  readonly confidence: Confidence
  readonly since: string
  readonly figures: Omit<Figures, 'page' | 'pageAfter'>
  readonly page: string | null
  readonly pageAfter: string | null
}

export type ToldDrop = Pick<
  CauseRow,
  'of' | 'keyword' | 'page' | 'since' | 'clicksBefore' | 'clicksNow' | 'unchecked'
> & {
  /** Null: none was found. */
  readonly cause: ToldCause | null
  /** Without who said it; null: nobody said anything. */
  readonly answer: Pick<Answer, 'isNamed' | 'kind' | 'text'> | null
}

export type PeriodCauses = {
  /** `told`: the drops are all that began in the period and lasted until its end. */
  readonly state: 'told' | 'no-days' | 'few-days' | 'too-old'
  /** The newest day of the period that is known. */
  readonly asOf: string | null
  readonly drops: readonly ToldDrop[]
}

const without = (state: PeriodCauses['state']): PeriodCauses => ({ state, asOf: null, drops: [] })

/** Breaks of the days before, in what is known of the other brands since. */
const portfolioAsOf = (db: ReadableDb, brandId: string, day: number): Portfolio => {
  const summaries = comparedWith(db, brandId)
  return { ...portfolioOf(summaries), breaks: breaksIn(summaries, { from: day - BREAK_DAYS + 1, to: day }) }
}

const toldOf = (db: ReadableDb, brandId: string, found: readonly DropCauses[]): ToldDrop[] => {
  const keywords = keywordTexts(
    db,
    found.map(({ keyword }) => keyword),
  )
  const names = addressesOf(
    db.cache,
    found.flatMap(({ drop, causes: [first] }) => [drop.page, first?.figures.page ?? 0, first?.figures.pageAfter ?? 0]),
  )
  const textOf = ({ drop, keyword }: DropCauses) => (drop.of === 'keyword' ? (keywords.get(keyword) ?? '') : null)
  const pageOf = ({ drop }: DropCauses) => (drop.of === 'page' ? (names.get(drop.page) ?? '') : null)
  const answers = answersTo(
    db,
    found.map((one) => ({ brandId, keyword: textOf(one), page: pageOf(one), since: one.day })),
  )
  const causeOf = ({ causes: [first] }: DropCauses): ToldCause | null => {
    if (first === undefined) return null
    const { page, pageAfter, ...figures } = first.figures
    const nameOf = (no: number | undefined) => names.get(no ?? 0) ?? null
    const { kind, confidence } = first
    const since = dayFromNumber(first.since)
    return { kind, confidence, since, figures, page: nameOf(page), pageAfter: nameOf(pageAfter) }
  }
  return found.map((one, at) => {
    const { drop, day, unchecked } = one
    const answer = answers.get(at)
    return {
      ...{ of: drop.of, keyword: textOf(one), page: pageOf(one) },
      ...{ since: dayFromNumber(day), clicksBefore: drop.clicksBefore, clicksNow: drop.clicksNow },
      ...{ unchecked: [...unchecked], cause: causeOf(one) },
      answer: answer === undefined ? null : { isNamed: answer.isNamed, kind: answer.kind, text: answer.text },
    }
  })
}

export type PeriodCausesArgs = { readonly brandId: string; readonly period: Period }

/** The most lost clicks first. */
export const periodCauses = (db: ReadableDb, { brandId, period }: PeriodCausesArgs): PeriodCauses =>
  readOnce(db, () => {
    const [from, to] = [dayNumber(period.from), dayNumber(period.to)]
    const newest = sourceOf(db, brandId)
    if (newest === undefined) return without('no-days')
    if (to < newest.last - REACH_DAYS) return without('too-old')
    const source = sourceAsOf(db, newest, to)
    if (source === null || source.last < from) return without('no-days')
    const brand = daysOf(db, source)
    if (brand.known.filter(Boolean).length < KNOWN_MIN) return without('few-days')
    const { keywords } = brand.days
    const facts = factsOf(db, source, { keywords, topics: topicsIn(db, source, keywords) })
    const found = causesOf({ brand, facts, portfolio: portfolioAsOf(db, brandId, source.last) })
    const lost = ({ drop }: DropCauses) => drop.clicksBefore - drop.clicksNow
    const own = found.filter(({ day }) => day >= from && day <= to).toSorted((a, b) => lost(b) - lost(a))
    return { state: 'told', asOf: dayFromNumber(source.last), drops: toldOf(db, brandId, own) }
  })
