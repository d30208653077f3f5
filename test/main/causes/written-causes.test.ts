// Falls of a small brand in many shapes and strengths, with all that is said of their causes: what is near a limit of a rule
// shows here. After a change that is meant to change a cause: `npx vitest run <this file> -u`, and read the difference.
import { expect, test } from 'vitest'
import {
  BREAK,
  type Change,
  type ChangeOn,
  causesIn,
  FALL,
  FIRST_DAY,
  fallOf,
  isOfTopic,
  type Look,
  pageOf,
} from './small-brand.ts'

const SHAPES: Readonly<Record<string, (keyword: number) => boolean>> = {
  'one keyword': (keyword) => keyword === 3,
  'three keywords': (keyword) => keyword < 3,
  'a page': (keyword) => pageOf(keyword) === 2,
  'most of a page': (keyword) => pageOf(keyword) === 2 && keyword % 8 < 6,
  'a topic': isOfTopic,
  'half of the brand': (keyword) => keyword % 2 === 0,
  'most of the brand': (keyword) => keyword % 5 !== 0,
  'the brand': () => true,
}
const CHANGES: Readonly<Record<string, Change>> = {
  'a little': { position: 1.35, clicks: 0.75 },
  clearly: { position: 1.7, clicks: 0.55 },
  'by far': { position: 4, clicks: 0.2 },
  'in clicks alone': { clicks: 0.5 },
  'in searches alone': { impressions: 0.4 },
  'in position alone': { position: 2 },
  gone: { isGone: true },
  'to another page': { position: 1.8, clicks: 0.5, page: 9 },
}

const shapes: [string, Look][] = Object.entries(SHAPES).flatMap(([shape, isHit]) =>
  Object.entries(CHANGES).map(([how, change]): [string, Look] => [
    `${shape} ${how}`,
    { changeOn: fallOf(isHit, change) },
  ]),
)

const lateFall =
  (days: number): ChangeOn =>
  (keyword, day) =>
    day >= FALL + 5 - days && keyword % 3 !== 0 ? { position: 2, clicks: 0.4 } : undefined
const slowFall: ChangeOn = (keyword, day) =>
  keyword % 3 !== 0 && day > FALL - 20 ? { position: 1 + (day - FALL + 20) / 12, clicks: 0.6 } : undefined

const others: [string, Look][] = [
  ...[1, 2, 3, 4, 8, 14, 20].map((days): [string, Look] => [`of the last ${days} days`, { changeOn: lateFall(days) }]),
  ['over three weeks', { changeOn: slowFall }],
  ...[-8, -3, -1, 0, 1, 4].map((days): [string, Look] => [
    `with a break of many brands ${days} days after it began`,
    { changeOn: lateFall(5), portfolio: { breaks: [{ ...BREAK, firstDay: FIRST_DAY + FALL + days }] } },
  ]),
  ...[1, 9, 10, 29, 30].map((brands): [string, Look] => [
    `among ${brands} brands`,
    { changeOn: fallOf(isOfTopic), portfolio: { brands } },
  ]),
]

/** Each kind of answer once, with the number of drops that have it. */
const linesOf = (look: Look): string[] => {
  const texts = causesIn(look).map(({ drop, keyword: _keyword, causes, ...rest }) =>
    JSON.stringify({ of: drop.of, kind: drop.kind, causes, ...rest }, (key, value: unknown) => {
      if (value instanceof Set || value instanceof Map) return [...value].toSorted()
      if (['keyword', 'page', 'clicksBefore', 'clicksNow', 'lost'].includes(key)) return undefined
      return typeof value === 'number' ? Number(value.toPrecision(3)) : value
    }),
  )
  const counts = Map.groupBy(texts, (text) => text)
  return [...counts].map(([text, all]) => `  ${all.length} × ${text}`)
}

test('falls of a small brand have the causes that are written down', async () => {
  const lines = [...shapes, ...others].flatMap(([name, look]) => [name, ...linesOf(look)])
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('written-causes.txt')
})
