import { expect, test } from 'vitest'
import type { DataColumn } from '../../../src-renderer/table/column.ts'
import { hiddenInRoom, startLayout } from '../../../src-renderer/table/layout.ts'
import { INTENT_COLUMNS } from '../../../src-renderer/views/intents/intent-columns.tsx'
import { DELIVERY_COLUMNS } from '../../../src-renderer/views/webhooks/delivery-columns.tsx'

/** The table's room in a window of 1280 px with a detail open. */
const ROOM_PX = 618

const shownOf = <Row>(columns: readonly DataColumn<Row>[]): readonly string[] => {
  const hidden = hiddenInRoom(columns, startLayout(columns, []), ROOM_PX)
  return columns.filter(({ id }) => !hidden.includes(id)).map(({ id }) => id)
}

test('the status of actions and deliveries stays beside a detail at 1280 px', () => {
  expect(shownOf(INTENT_COLUMNS.all)).toEqual(['brand', 'action', 'state', 'next'])
  expect(shownOf(DELIVERY_COLUMNS.all)).toEqual(['receivedAt', 'brand', 'article', 'status'])
})
