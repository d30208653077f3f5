// What forecasts said of a day, as it was said first, and whether the day was inside the band when it came.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { FORECAST_AHEAD_DAYS } from '../../../src-shared/desk/values/track-record.ts'
import { DAY_MS, dayFromNumber, dayNumber } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import type { Migration } from '../../store/migrate.ts'
import type { ForecastArgs } from './rank-forecast.ts'
import { rankHistory } from './rank-history.ts'
import { readOnce } from './rank-memo.ts'
import { findSlice } from './rank-slices.ts'

/** A day as days since 1970; `keyword` empty: all of the brand. */
export const forecastSaid: Migration = {
  name: 'forecast-said',
  landed: '84c1e37e26246cd8',
  up: (db) =>
    db.exec(`
    CREATE TABLE forecast_said (
      no INTEGER PRIMARY KEY,
      brand_id TEXT NOT NULL,
      keyword TEXT NOT NULL,
      measure TEXT NOT NULL,
      day INTEGER NOT NULL,
      low REAL NOT NULL,
      high REAL NOT NULL,
      data_day INTEGER NOT NULL,
      said_at_ms INTEGER NOT NULL,
      is_inside INTEGER,
      UNIQUE (brand_id, keyword, measure, day)
    ) STRICT;
    CREATE INDEX forecast_said_by_day ON forecast_said (brand_id, day);
  `),
}

const KEPT_DAYS = 400
/** Of the keywords of a brand: at most so many whose days are still to come, and so many rows, the newest days. */
const KEYWORDS_OPEN = 20
const KEYWORD_ROWS = 1000

type Measure = ForecastArgs['measure']
type Series = { readonly brandId: string; readonly keyword: string; readonly measure: Measure }
type Point = NonNullable<CallOutput<'rankings.forecast'>['forecast']>[number]

type Saying = { readonly day: number; readonly low: number; readonly high: number; readonly dataDay: number }
type Verdict = Omit<Series, 'brandId'> & { readonly day: number; readonly isInside: 0 | 1 }
type Record = { readonly right: number; readonly judged: number }
/** What is new since a forecast of the brand was asked for before, and the record without it. */
export type ForecastNews = {
  readonly said: readonly Saying[]
  readonly verdicts: readonly Verdict[]
  readonly record: Record
}

/** A keyword alone tells little: the keywords of a brand that were forecast have one record together. */
const RECORD = `SELECT coalesce(sum(is_inside), 0) AS right, count(*) AS judged FROM forecast_said
  WHERE brand_id = @brandId AND measure = @measure AND (keyword = '') = (@keyword = '') AND is_inside IS NOT NULL`
const recordOf = ({ core }: ReadableDb, series: Series): Record =>
  prepared<Record>(core, RECORD).get(series) ?? { right: 0, judged: 0 }

const KNOWN = `SELECT day FROM forecast_said
  WHERE brand_id = @brandId AND keyword = @keyword AND measure = @measure AND day > @dataDay`
const OTHERS = `SELECT count(DISTINCT keyword) FROM forecast_said
  WHERE brand_id = @brandId AND keyword NOT IN ('', @keyword) AND day > @dataDay`

const sayingsOf = ({ core }: ReadableDb, series: Series, points: readonly Point[]): Saying[] => {
  const [first] = points
  if (first === undefined) return []
  const dataDay = dayNumber(first.day) - 1
  const others = prepared<number>(core, OTHERS).pluck()
  const { brandId, keyword } = series
  if (keyword !== '' && (others.get({ brandId, keyword, dataDay }) ?? 0) >= KEYWORDS_OPEN) return []
  const known = new Set(
    prepared<number>(core, KNOWN)
      .pluck()
      .all({ ...series, dataDay }),
  )
  return points
    .slice(0, FORECAST_AHEAD_DAYS)
    .map(({ day, low, high }) => ({ day: dayNumber(day), low, high, dataDay }))
    .filter(({ day }) => !known.has(day))
}

type DayRow = { readonly day: number } & Readonly<globalThis.Record<Measure, number | null>>
const DAYS = `SELECT day, clicks, impressions, avg_position AS position FROM rank_day
  WHERE slice = ? AND day BETWEEN ? AND ? AND fetched_at_ms >= (day + 1) * ${DAY_MS}`

type Open = Omit<Series, 'brandId'> & { readonly day: number; readonly low: number; readonly high: number }
const OPEN = `SELECT keyword, measure, day, low, high FROM forecast_said
  WHERE brand_id = ? AND day <= ? AND is_inside IS NULL`
const WHOLE_TO = `SELECT max(day) FROM rank_day WHERE slice = ? AND fetched_at_ms >= (day + 1) * ${DAY_MS}`

/** Days that are whole now. A keyword that has no position on one is outside of its band. */
const verdictsOf = (db: ReadableDb, brandId: string): Verdict[] => {
  const slice = findSlice(db, brandId, DEFAULT_SLICE)
  if (slice === undefined) return []
  const newest = prepared<number | null>(db.cache, WHOLE_TO).pluck().get(slice) ?? 0
  const open = prepared<Open>(db.core, OPEN).all(brandId, newest)
  if (open.length === 0) return []
  const days = open.map(({ day }) => day)
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const whole = new Map(
    prepared<DayRow>(db.cache, DAYS)
      .all(slice, first, last)
      .map((row) => [row.day, row]),
  )
  const span = { slice: DEFAULT_SLICE, from: dayFromNumber(first), to: dayFromNumber(last) }
  return [...Map.groupBy(open, ({ keyword }) => keyword)].flatMap(([keyword, rows]) => {
    const points = keyword === '' ? [] : rankHistory(db, { brandId, keyword, ...span }).points
    const byDay = new Map(points.map((point) => [dayNumber(point.day), point]))
    return rows.flatMap(({ measure, day, low, high }): Verdict[] => {
      const row = whole.get(day)
      if (row === undefined) return []
      const value = (keyword === '' ? row : byDay.get(day))?.[measure] ?? null
      const isInside = value !== null && value >= low && value <= high
      return [{ keyword, measure, day, isInside: isInside ? 1 : 0 }]
    })
  })
}

export type ForecastNewsArgs = Pick<ForecastArgs, 'brandId' | 'keyword' | 'measure'> & {
  readonly points: readonly Point[]
}

const seriesOf = ({ brandId, keyword = '', measure }: Omit<ForecastNewsArgs, 'points'>): Series => ({
  ...{ brandId, keyword: keyword.toWellFormed(), measure },
})

export const forecastNews = (db: ReadableDb, { points, ...asked }: ForecastNewsArgs): ForecastNews =>
  readOnce(db, () => ({
    said: sayingsOf(db, seriesOf(asked), points),
    verdicts: verdictsOf(db, asked.brandId),
    record: recordOf(db, seriesOf(asked)),
  }))

const KEEP = `INSERT INTO forecast_said (brand_id, keyword, measure, day, low, high, data_day, said_at_ms)
  VALUES (@brandId, @keyword, @measure, @day, @low, @high, @dataDay, @atMs) ON CONFLICT DO NOTHING`
const JUDGE = `UPDATE forecast_said SET is_inside = @isInside
  WHERE brand_id = @brandId AND keyword = @keyword AND measure = @measure AND day = @day AND is_inside IS NULL`
const DROP_OLD = 'DELETE FROM forecast_said WHERE brand_id = ? AND day < ?'
const DROP_MOST = `DELETE FROM forecast_said WHERE brand_id = @brandId AND keyword <> '' AND day <= (SELECT day
  FROM forecast_said WHERE brand_id = @brandId AND keyword <> '' ORDER BY day DESC LIMIT 1 OFFSET ${KEYWORD_ROWS})`

export type KeepForecastArgs = Omit<ForecastNewsArgs, 'points'> &
  Pick<ForecastNews, 'said' | 'verdicts'> & { readonly atMs: number }

/** What was said of a day at first stays, and so does its verdict. Returns the record with what is new. */
export const keepForecast = (db: WritableDb, { said, verdicts, atMs, ...asked }: KeepForecastArgs): Record =>
  db.core
    .transaction(() => {
      const { core } = db
      const series = seriesOf(asked)
      const { brandId } = series
      // Removed meanwhile.
      if (prepared(core, 'SELECT 1 FROM brand WHERE id = ?').get(brandId) === undefined) return { right: 0, judged: 0 }
      for (const one of verdicts) prepared(core, JUDGE).run({ brandId, ...one })
      for (const one of said) prepared(core, KEEP).run({ ...series, atMs, ...one })
      const newest = Math.max(0, ...said.map(({ dataDay }) => dataDay))
      prepared(core, DROP_OLD).run(brandId, newest - KEPT_DAYS)
      prepared(core, DROP_MOST).run({ brandId })
      return recordOf(db, series)
    })
    .immediate()
