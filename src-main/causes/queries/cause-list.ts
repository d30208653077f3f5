import type { CauseRow } from '../../../src-shared/desk/causes.ts'
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { addressesOf, findKeyword, foldedOf, keywordTexts } from '../../rankings/public.ts'
import { brandScope, findBrandNo } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import { freshAsOf } from '../../store/freshness.ts'
import { listPage } from '../../store/paging.ts'
import { holds, isOneOf } from '../../store/search-text.ts'
import type { Cause } from '../rules/cause.ts'
import { causeText, uncheckedText } from '../rules/cause-text.ts'
import { answersTo, dropKey } from './answers.ts'
import { evidenceOf } from './evidence.ts'
import { firstSaid, recordOf } from './record.ts'

type Row = {
  readonly brandId: string
  readonly subject: CauseRow['of']
  readonly keyword: number
  readonly page: number
  readonly kind: CauseRow['kind']
  readonly since: number
  readonly positionBefore: number | null
  readonly positionNow: number | null
  readonly absentOn: number | null
  readonly clicksBefore: number
  readonly clicksNow: number
  readonly causes: string
  readonly unchecked: string
}

const COLUMNS = `(SELECT id FROM brand WHERE no = c.brand_no) AS brandId, c.subject, c.keyword, c.page, c.kind, c.since,
  c.position_before AS positionBefore, c.position_now AS positionNow, c.absent_on AS absentOn, c.clicks_before AS clicksBefore,
  c.clicks_now AS clicksNow, c.causes, c.unchecked`
const FOLDED = foldedOf('c.keyword')

const toRows = (db: ReadableDb, rows: readonly Row[]): CauseRow[] => {
  const all = rows.map((row) => ({ ...row, causes: JSON.parse(row.causes) as Cause[] })) // as saveCauses wrote them
  const keywords = keywordTexts(
    db,
    all.map(({ keyword }) => keyword),
  )
  const names = addressesOf(
    db.cache,
    all.flatMap(({ page, causes }) => [
      page,
      ...causes.flatMap(({ figures }) => [figures.page ?? 0, figures.pageAfter ?? 0]),
    ]),
  )
  const textOf = ({ subject, keyword }: Pick<Row, 'subject' | 'keyword'>) =>
    subject === 'keyword' ? (keywords.get(keyword) ?? '') : null
  const pageOf = ({ subject, page }: Pick<Row, 'subject' | 'page'>) =>
    subject === 'page' ? (names.get(page) ?? '') : null
  const answers = answersTo(
    db,
    all.map((row) => ({ brandId: row.brandId, keyword: textOf(row), page: pageOf(row), since: row.since })),
  )
  return all.map(({ subject, keyword, page, since, absentOn, causes, unchecked: kept, ...row }, at) => {
    const unchecked = JSON.parse(kept) as CauseRow['unchecked'] // as saveCauses wrote them
    return {
      ...row,
      of: subject,
      keyword: textOf({ subject, keyword }),
      page: pageOf({ subject, page }),
      since: dayFromNumber(since),
      absentOn: absentOn === null ? null : dayFromNumber(absentOn),
      causes: causes.map((cause) => ({
        kind: cause.kind,
        confidence: cause.confidence,
        since: dayFromNumber(cause.since),
        ...causeText(cause, names, subject),
      })),
      unchecked,
      uncheckedTexts: unchecked.map(uncheckedText),
      answer: answers.get(at) ?? null,
    }
  })
}

type Page = Omit<CallOutput<'causes.list'>, 'waiting' | 'breaks'>

export const causePage = (db: ReadableDb, input: ParsedInput<'causes.list'>): Page => {
  const { brandIds, search, filter, sort } = input
  const { rows, ...page } = listPage<Row>(db.cache, input, {
    columns: COLUMNS,
    from: 'cause c',
    keys: sort.map(({ by, direction }) => ({ by, direction, sql: 'c.lost', nullable: false })),
    tie: 'c.id',
    conditions: [
      brandScope(db, brandIds, 'c.brand_no'),
      holds(FOLDED, search),
      isOneOf('c.first', filter.kind),
      isOneOf('c.subject', filter.of),
      filter.isNamed === undefined
        ? undefined
        : { sql: filter.isNamed ? 'c.first IS NOT NULL' : 'c.first IS NULL', params: [] },
    ],
  })
  return { ...page, rows: toRows(db, rows), freshAsOf: freshAsOf(db, 'rankings', brandIds) }
}

const ONE = `SELECT ${COLUMNS} FROM cause c WHERE c.brand_no = ? AND c.subject = 'keyword' AND c.keyword = ?`
const OF_GROUPS = `SELECT ${COLUMNS} FROM cause c WHERE c.brand_no = ? AND c.subject = ?`

type Asked = Pick<ParsedInput<'causes.forKeyword'>, 'brandId' | 'keyword' | 'page'>

const findRow = (db: ReadableDb, { brandId, keyword, page }: Asked): Row | undefined => {
  const brandNo = findBrandNo(db, brandId)
  if (keyword !== null) {
    const id = findKeyword(db, brandId, keyword)
    return id === undefined ? undefined : prepared<Row>(db.cache, ONE).get(brandNo, id)
  }
  const rows = prepared<Row>(db.cache, OF_GROUPS).all(brandNo, page === null ? 'brand' : 'page')
  if (page === null) return rows[0]
  const names = addressesOf(
    db.cache,
    rows.map((row) => row.page),
  )
  return rows.find((row) => names.get(row.page) === page)
}

export const causeOfDrop = (db: ReadableDb, asked: Asked): CallOutput<'causes.forKeyword'> => {
  const { brandId } = asked
  const found = findRow(db, asked)
  const [row] = found === undefined ? [] : toRows(db, [found])
  if (found === undefined || row === undefined) return { row: null, evidence: null, record: null, first: null }
  const [cause] = JSON.parse(found.causes) as Cause[] // as saveCauses wrote them
  const { subject: of, keyword, page, since } = found
  return {
    row,
    evidence: cause === undefined ? null : evidenceOf(db, brandId, { of, keyword, page }, cause),
    record: cause === undefined ? null : recordOf(db, brandId, cause.kind),
    first: firstSaid(db, { brandId, keyword: dropKey(row), day: since }),
  }
}

const OF_BRANDS = `SELECT ${COLUMNS} FROM cause c
  WHERE c.brand_no IN (SELECT no FROM brand WHERE id IN (SELECT value FROM json_each(?)))`

/** All drops of these brands, as they were worked out last. */
export const brandCauses = (db: ReadableDb, brandIds: readonly string[]): CauseRow[] =>
  toRows(db, prepared<Row>(db.cache, OF_BRANDS).all(JSON.stringify(brandIds)))
