// What people said of drops of keywords, pages and brands. An answer belongs to the drop that the person saw, so it has the day on which that began;
// days that are stored later may move that day a little, and another drop of the keyword begins on another one.

import type { Answer } from '../../../src-shared/desk/causes.ts'
import { CAUSE_LABELS, type CauseKind } from '../../../src-shared/desk/values/cause-kinds.ts'
import { toInstant } from '../../base/clock.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { namesIn } from '../../team/public.ts'

/** A drop is certain after three days, so the next one of a keyword begins later. */
export const NEAR_DAYS = 5

/** Of a keyword, of a page, or without both of the brand. */
export type AskedDrop = {
  readonly brandId: string
  readonly keyword: string | null
  readonly page?: string | null
  readonly since: number
}

const KEY_MAX = 2000

/** As the column has it: a keyword is neither empty nor begins with a new line. */
export const dropKey = ({ keyword, page = null }: Pick<AskedDrop, 'keyword' | 'page'>): string =>
  (keyword ?? (page === null ? '' : `\n${page}`)).toWellFormed().slice(0, KEY_MAX).toWellFormed()

type Row = {
  readonly at: number
  readonly isNamed: number
  readonly kind: CauseKind | null
  readonly text: string | null
  readonly atMs: number
  readonly by: string | null
}

/** The nearest one last. */
const FIND = `SELECT w.key AS at, a.is_named AS isNamed, a.kind, a.text, a.at_ms AS atMs,
    coalesce(a.changed_by, a.made_by) AS by
  FROM json_each(?) w CROSS JOIN cause_answer a ON a.brand_id = w.value ->> 0 AND a.keyword = w.value ->> 1
    AND a.day BETWEEN (w.value ->> 2) - ${NEAR_DAYS} AND (w.value ->> 2) + ${NEAR_DAYS}
  ORDER BY abs(a.day - (w.value ->> 2)) DESC`

/** By the place of the drop among those that are asked for. */
export const answersTo = (db: ReadableDb, drops: readonly AskedDrop[]): ReadonlyMap<number, Answer> => {
  const nameOf = namesIn(db)
  const asked = drops.map((drop) => [drop.brandId, dropKey(drop), drop.since])
  const rows = prepared<Row>(db.core, FIND).all(JSON.stringify(asked))
  return new Map(
    rows.map(({ at, isNamed, kind, text, atMs, by }) => [
      at,
      {
        isNamed: isNamed === 1,
        kind,
        text: text ?? (kind === null ? '' : CAUSE_LABELS[kind]),
        by: nameOf(by),
        at: toInstant(atMs),
      },
    ]),
  )
}

const DAY = `SELECT day FROM cause_answer WHERE brand_id = @brandId AND keyword = @keyword
    AND day BETWEEN @since - ${NEAR_DAYS} AND @since + ${NEAR_DAYS}
  ORDER BY abs(day - @since) LIMIT 1`
const SAVE = `INSERT INTO cause_answer (id, brand_id, keyword, day, is_named, kind, text, at_ms)
  VALUES (@id, @brandId, @keyword, @day, @isNamed, @kind, @text, @atMs)
  ON CONFLICT (id) DO UPDATE SET is_named = @isNamed, kind = @kind, text = @text, at_ms = @atMs`

export type SaveAnswerArgs = AskedDrop & {
  readonly isNamed: boolean
  readonly kind: CauseKind | null
  readonly text: string | null
  readonly atMs: number
}

/** In the place of what was said of the same drop before. Throws not-found for an unknown brand. */
export const saveAnswer = (db: WritableDb, { isNamed, kind, text, atMs, ...drop }: SaveAnswerArgs): void =>
  db.core
    .transaction(() => {
      assertBrand(db, drop.brandId)
      const { brandId, since } = drop
      const keyword = dropKey(drop)
      const day = prepared<number>(db.core, DAY).pluck().get({ brandId, keyword, since }) ?? since
      // Two desks without a connection give the same drop the same id.
      const id = `${brandId} ${day} ${keyword}`
      prepared(db.core, SAVE).run({ id, brandId, keyword, day, isNamed: isNamed ? 1 : 0, kind, text, atMs })
    })
    .immediate()

const REMOVE = `DELETE FROM cause_answer WHERE brand_id = @brandId AND keyword = @keyword
  AND day BETWEEN @since - ${NEAR_DAYS} AND @since + ${NEAR_DAYS}`

export const removeAnswer = ({ core }: WritableDb, drop: AskedDrop): void =>
  void prepared(core, REMOVE).run({ brandId: drop.brandId, keyword: dropKey(drop), since: drop.since })
