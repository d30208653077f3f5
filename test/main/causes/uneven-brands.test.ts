// Small brands that are as uneven as real ones: days that are not stored, keywords that nobody clicks, that rank on some days,
// or that left before the clicks did. What falls there and what is said of it is written down. After a change that is meant to
// change it: `npx vitest run <this file> -u`, and read the difference.
import { expect, test } from 'vitest'
import { CAUSE_DAYS } from '../../../src-main/causes/rules/brand-sums.ts'
import { causesOf, type DropCauses } from '../../../src-main/causes/rules/causes-of.ts'
import { groupDropsOf } from '../../../src-main/causes/rules/group-drops.ts'
import { createShiftsAt } from '../../../src-main/causes/rules/shifts.ts'
import { createRandom } from '../../support/random.ts'
import {
  BREAK,
  CALM,
  type Change,
  type ChangeOn,
  FACTS,
  FIRST_DAY,
  KEYWORDS,
  pageOf,
  smallBrand,
} from './small-brand.ts'

const BRANDS = 48
const NO_CLICKS: Change = { clicks: 0 }
const AWAY: Change = { isGone: true }

const unevenBrand = (seed: number) => {
  const random = createRandom(seed)
  const upTo = (count: number) => Math.floor(random() * count)
  const firstDay = upTo(4) === 0 ? upTo(CAUSE_DAYS) : 0
  const gaps = upTo(3) === 0 ? 0.3 : 0.03
  const known = Array.from({ length: CAUSE_DAYS }, (_, day) => day >= firstDay && random() >= gaps)
  const fall = CAUSE_DAYS - 1 - upTo(14)
  const strength = 1.2 + random()
  const page = 1 + upTo(5)
  const isHit = [() => true, (one: number) => pageOf(one) === page, (one: number) => one % 4 === page % 4][upTo(3)]
  const keywords = Array.from({ length: KEYWORDS }, () => ({
    kind: upTo(8),
    leaves: fall - upTo(6),
    share: random(),
    searched: random() < 0.3 ? random() / 4 : 1,
  }))
  const after: readonly ((leaves: number) => Change)[] = [
    () => ({ position: strength, clicks: 1 / strength }),
    () => ({ position: strength ** 2, clicks: 1 / strength ** 2 }),
    () => ({ clicks: 0.4 }),
    () => ({ impressions: 0.5 }),
    () => ({ position: strength, clicks: 1 / strength, page: 9 }),
    () => AWAY,
    () => AWAY,
    () => ({}),
  ]
  const changeOn: ChangeOn = (keyword, day) => {
    const { kind = 0, leaves = fall, share = 0, searched = 1 } = keywords[keyword] ?? {}
    const usual: Change = share < 0.15 ? NO_CLICKS : { impressions: searched }
    // Some rank on few days, some on nearly all.
    if (share > 0.8 && (day * 7 + keyword) % 10 >= (share > 0.9 ? 9 : 5)) return AWAY
    const from = kind === 6 ? leaves : fall
    if (day < from || isHit?.(keyword) !== true) return usual
    return { ...usual, ...after[kind]?.(leaves) }
  }
  return smallBrand(changeOn, known)
}

const rounded = (_key: string, value: unknown): unknown => {
  if (value instanceof Set || value instanceof Map) return [...value].toSorted()
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value
}

const causeLine = ({ keyword, drop, day, causes, unchecked }: DropCauses): string => {
  const named = causes.map(({ kind, confidence, since, figures }) =>
    [kind, confidence, since - FIRST_DAY, drop.of === 'keyword' ? '' : JSON.stringify(figures, rounded)]
      .join(' ')
      .trim(),
  )
  const of = drop.of === 'keyword' ? `keyword ${keyword}` : `${drop.of} ${drop.page}`
  return `  ${of} ${drop.kind} on ${day - FIRST_DAY}: ${named.join(', ') || 'no cause'} (${unchecked.join(' ')})`
}

const linesOf = (seed: number): string[] => {
  const brand = unevenBrand(seed)
  const groups = groupDropsOf(brand, createShiftsAt(brand)).map(
    ({ drop, position }) => `  ${JSON.stringify({ ...drop, position }, rounded)}`,
  )
  const brands = seed % 4 === 0 ? { breaks: [{ ...BREAK, firstDay: FIRST_DAY + CAUSE_DAYS - (seed % 12) }] } : {}
  const portfolio = { ...CALM, ...brands, brands: seed % 3 === 0 ? 9 : CALM.brands }
  return [`brand ${seed}`, ...groups, ...causesOf({ brand, facts: FACTS, portfolio }).map(causeLine)]
}

test('uneven small brands fall, and have the causes, that are written down', async () => {
  const lines = Array.from({ length: BRANDS }, (_, at) => linesOf(at + 1)).flat()
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('uneven-brands.txt')
})
