// The keywords of a review window with the 28 days before it, for rooms that work with all of a brand's.
import type { Database } from 'better-sqlite3'
import { prepared } from '../../../store/db.ts'
import { SLICE_SPAN } from '../rank-slices.ts'

export type WindowKeyword = {
  /** The keyword's number. */
  readonly id: number
  readonly text: string
  readonly clicks: number
  readonly impressions: number
  /** Null: not ranking. */
  readonly position: number | null
  /** Of the 28 days before; null: not known. */
  readonly clicksBefore: number | null
  readonly impressionsBefore: number | null
  readonly positionBefore: number | null
}

const KEYWORDS = `SELECT id % ${SLICE_SPAN} AS id, keyword AS text, clicks, impressions, position,
  clicks - clicks_change AS clicksBefore, impressions - impressions_change AS impressionsBefore,
  position - position_change AS positionBefore
  FROM rank_latest WHERE id >= @slice * ${SLICE_SPAN} AND id < (@slice + 1) * ${SLICE_SPAN}`

export const windowKeywords = (cache: Database, slice: number): WindowKeyword[] =>
  prepared<WindowKeyword>(cache, KEYWORDS).all({ slice })
