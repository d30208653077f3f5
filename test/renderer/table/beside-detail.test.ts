import { expect, test } from 'vitest'
import type { DataColumn } from '../../../src-renderer/table/column.ts'
import { columnsInRoom, startLayout } from '../../../src-renderer/table/layout.ts'
import { IMPACT_COLUMNS } from '../../../src-renderer/views/impact/impact-columns.tsx'
import { INTENT_COLUMNS } from '../../../src-renderer/views/intents/intent-columns.tsx'
import { OUTBOX_COLUMNS } from '../../../src-renderer/views/outbox/outbox-columns.tsx'
import { CONTACT_COLUMNS } from '../../../src-renderer/views/prospects/prospect-columns.tsx'
import { ARTICLE_COLUMNS } from '../../../src-renderer/views/publish/article-columns.tsx'
import { DELIVERY_COLUMNS } from '../../../src-renderer/views/webhooks/delivery-columns.tsx'

/** The table's room with a detail open, in windows of these widths. */
const ROOM_PX = { 1280: 612, 1024: 532 }

const shownOf = <Row>(columns: readonly DataColumn<Row>[], roomPx = ROOM_PX[1280]): readonly string[] => {
  const { hidden } = columnsInRoom(columns, startLayout(columns, []), roomPx)
  return columns.filter(({ id }) => !hidden.includes(id)).map(({ id }) => id)
}

test('the status of actions and deliveries stays beside a detail at 1280 px', () => {
  expect(shownOf(INTENT_COLUMNS.all)).toEqual(['brand', 'action', 'state', 'next'])
  expect(shownOf(DELIVERY_COLUMNS.all)).toEqual(['receivedAt', 'brand', 'article', 'status'])
})

test('the brand of each row stays beside a detail, by its mark where its name has no room', () => {
  expect(shownOf(ARTICLE_COLUMNS.all)).toEqual(['title', 'state', 'at', 'brand'])
  expect(shownOf(IMPACT_COLUMNS.all)).toEqual(['title', 'verdict', 'effect', 'brand'])
  expect(shownOf(ARTICLE_COLUMNS.all, ROOM_PX[1024])).toContain('brand')
  expect(shownOf(IMPACT_COLUMNS.all, ROOM_PX[1024])).toContain('brand')
  expect(shownOf(OUTBOX_COLUMNS.all, ROOM_PX[1024])).toContain('brand')
})

test('the e-mail and the last contact of each person stay beside a detail', () => {
  const { all, one } = CONTACT_COLUMNS
  expect(shownOf(all)).toEqual(['brand', 'name', 'email', 'contactHistory'])
  expect(shownOf(all, ROOM_PX[1024])).toEqual(['brand', 'name', 'email', 'contactHistory'])
  expect(shownOf(one)).toEqual(['name', 'role', 'email', 'contactHistory'])
})
