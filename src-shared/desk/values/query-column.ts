// The parts that the views for SQL and assistants are described with.

import type { Dataset } from '../sync.ts'
import { FIGURES } from './figures.ts'

/** `day`: 2026-11-21; `instant`: 2026-11-21T10:42:00Z; `yes`: 1 or 0; `list`: words with a comma between them. */
export type QueryColumnType = 'text' | 'number' | 'day' | 'instant' | 'yes' | 'list'
export type QueryColumn = { readonly name: string; readonly type: QueryColumnType; readonly about: string }
export type QueryView = {
  readonly name: string
  readonly about: string
  /** What of the service it is made of: says how old its rows are. Null: kept by the desk itself. */
  readonly dataset: Dataset | null
  readonly columns: readonly QueryColumn[]
}

export const column = (name: string, type: QueryColumnType, about: string): QueryColumn => ({ name, type, about })

export const brand = column('brand', 'text', 'The short name of the brand (brands.brand).')
export const keyword = column('keyword', 'text', 'The search term.')
export const position = column('position', 'number', 'Average position; 1 is best, NULL: not ranking.')
export const clicks = column('clicks', 'number', 'Clicks of the 28 days.')
export const impressions = column('impressions', 'number', 'Impressions of the 28 days.')
export const ctr = column('ctr', 'number', 'Clicks per impression, 0 to 1.')
export const sums = [
  column('keywords', 'number', FIGURES.keywords.about),
  column('ranking', 'number', FIGURES.ranking.about),
  column('top3', 'number', FIGURES.top3.about),
  column('top10', 'number', FIGURES.top10.about),
  column('visibility', 'number', FIGURES.visibility.about),
  column('avg_position', 'number', 'Average position of the keywords that rank.'),
]
export const at = (name: string, about: string) => column(name, 'instant', about)
