// The figures of keywords (src-shared/desk/values/figures.ts) in SQL: one list of columns for the review window, a day, a period and
// an earlier day.
import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import { BAND_ENDS, type RANK_BANDS } from '../../../src-shared/desk/values/position-bands.ts'
import type { Source } from './rank-source.ts'

type Band = (typeof RANK_BANDS)[number]

/** The condition of each group of positions. */
export const inBand = (position: string): Readonly<Record<Band, string>> => {
  const from = (band: keyof typeof BAND_ENDS) => `${position} >= ${BAND_ENDS[band]}`
  const to = (band: keyof typeof BAND_ENDS) => `${position} < ${BAND_ENDS[band]}`
  return {
    top3: to('top3'),
    '4-10': `${from('top3')} AND ${to('4-10')}`,
    '11-20': `${from('4-10')} AND ${to('11-20')}`,
    '21-50': `${from('11-20')} AND ${to('21-50')}`,
    '51+': from('21-50'),
    none: `${position} IS NULL`,
  }
}

export const count = (condition: string): string => `count(*) FILTER (WHERE ${condition})`

export const NO_FIGURES = {
  keywords: 0,
  ranking: 0,
  top3: 0,
  top10: 0,
  clicks: 0,
  impressions: 0,
  avgPosition: null,
  avgPositionChange: null,
  up: 0,
  down: 0,
} satisfies Partial<BrandOverview>
export type FigureRow = Readonly<Pick<BrandOverview, keyof typeof NO_FIGURES>>

/** What the rows of a source add up to. */
export const sumColumns = ({ columns }: Pick<Source, 'columns'>): string =>
  [
    'count(*) AS keywords',
    `coalesce(sum(${columns.clicks}), 0) AS clicks`,
    `coalesce(sum(${columns.impressions}), 0) AS impressions`,
    `avg(${columns.position}) AS avgPosition`,
    `avg(${columns.positionChange}) AS avgPositionChange`,
  ].join(', ')

/** All columns of a FigureRow. */
export const figureColumns = (source: Pick<Source, 'columns' | 'change'>): string => {
  const { columns, change } = source
  return [
    sumColumns(source),
    `count(${columns.position}) AS ranking`,
    `${count(`${columns.position} < ${BAND_ENDS.top3}`)} AS top3`,
    `${count(`${columns.position} < ${BAND_ENDS['4-10']}`)} AS top10`,
    `${count(change.up)} AS up`,
    `${count(change.down)} AS down`,
  ].join(', ')
}
