import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DataColumn } from '../../../src-renderer/table/column.ts'
import {
  brandWidthPx,
  columnsInRoom,
  moveColumn,
  readLayout,
  startLayout,
  trackWidths,
  writeLayout,
} from '../../../src-renderer/table/layout.ts'

const column = (id: string, more: Partial<DataColumn<string>> = {}): DataColumn<string> => ({
  id,
  header: id,
  widthPx: 100,
  text: (row) => row,
  ...more,
})
const columns = [column('keyword'), column('position'), column('pages', { isHiddenAtFirst: true })]
const start = startLayout(columns, [{ id: 'position', desc: false }])

describe('layout', () => {
  test('is restored unchanged from a saved view', () => {
    const layout = {
      order: ['pages', 'keyword', 'position'],
      hidden: ['keyword'],
      isChosen: true,
      widths: { pages: 88 },
      sorting: [{ id: 'pages', desc: true }],
    }
    expect(readLayout(columns, JSON.parse(JSON.stringify(writeLayout(layout))), start)).toEqual(layout)
  })

  test('drops removed columns and puts new ones in their default position', () => {
    const kept = {
      order: ['gone', 'pages', 'keyword'],
      hidden: ['gone'],
      widths: { gone: 90, pages: 5 },
      sorting: [{ id: 'gone' }],
    }
    expect(readLayout(columns, kept, start)).toEqual({
      order: ['pages', 'position', 'keyword'],
      hidden: [],
      isChosen: true, // an older layout that showed another choice
      widths: {},
      sorting: start.sorting,
    })
  })

  test('has every column once, for any saved layout', () => {
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.constantFrom('keyword', 'pages', 'x', 7)), (any, order) => {
        for (const kept of [any, { order, hidden: any, widths: any, sorting: any }]) {
          const layout = readLayout(columns, kept, start)
          expect([...layout.order].sort()).toEqual(['keyword', 'pages', 'position'])
        }
      }),
    )
  })

  test('moves a column by one and stops at the ends', () => {
    expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
    expect(moveColumn(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
    expect(moveColumn(['a', 'b', 'c'], 'z', 1)).toEqual(['a', 'b', 'c'])
  })

  test('gives the remaining width to the growing column, and shrinks none', () => {
    const tracks = [
      { widthPx: 100, isGrowing: false },
      { widthPx: 200, isGrowing: true },
    ]
    expect(trackWidths(tracks, 500)).toEqual([100, 400])
    expect(trackWidths(tracks, 150)).toEqual([100, 200])
  })

  test('widens a column to its texts first, as far as there is room, and no further', () => {
    const tracks = [
      { widthPx: 150, fitPx: 190, isGrowing: false },
      { widthPx: 200, isGrowing: true },
    ]
    expect(trackWidths(tracks, 350)).toEqual([150, 200])
    expect(trackWidths(tracks, 370)).toEqual([170, 200])
    expect(trackWidths(tracks, 500)).toEqual([190, 310])
  })

  test('takes the longest name of a brand for the width of its column, up to a maximum', () => {
    const short = brandWidthPx(['Acme'])
    expect(brandWidthPx(['Acme', 'Keystone Plumbing'])).toBeGreaterThan(short)
    expect(brandWidthPx(['Acme', 'WWWWWWWW'])).toBeGreaterThan(brandWidthPx(['iiiiiiii']))
    expect(brandWidthPx(['International Outdoor Equipment Client 9'])).toBe(brandWidthPx(['W'.repeat(200)]))
  })

  test('hides columns of lesser use first, then the last ones, until the others fit', () => {
    const many = [column('keyword'), column('intent', { isLesser: true }), column('position'), column('clicks')]
    const layout = startLayout(many, [{ id: 'position', desc: false }])
    expect(columnsInRoom(many, layout, 400).hidden).toEqual([])
    expect(columnsInRoom(many, layout, 399).hidden).toEqual(['intent'])
    expect(columnsInRoom(many, layout, 250).hidden).toEqual(['intent', 'clicks'])
    expect(columnsInRoom(many, layout, 10).hidden).toEqual(['intent', 'clicks'])
    expect(columnsInRoom(many, layout, 0).hidden).toEqual([])
    expect(columnsInRoom(many, { ...layout, isChosen: true }, 10).hidden).toEqual([])
  })

  test('hides columns of lesser use, and no others, for the texts of the column that grows', () => {
    const many = [
      column('keyword', { grows: true, fitPx: 250 }),
      column('position'),
      column('intent', { isLesser: true }),
    ]
    const layout = startLayout(many, [])
    expect(columnsInRoom(many, layout, 450).hidden).toEqual([])
    expect(columnsInRoom(many, layout, 449).hidden).toEqual(['intent'])
    expect(columnsInRoom(many, layout, 200).hidden).toEqual(['intent'])
    expect(columnsInRoom(many, { ...layout, widths: { keyword: 120 } }, 320).hidden).toEqual([])
  })

  test('leaves a kept column in sight, in whatever order the others leave', () => {
    const many = [column('keyword'), column('before'), column('clicks', { isKept: true }), column('cause')]
    const layout = startLayout(many, [])
    expect(columnsInRoom(many, layout, 300).hidden).toEqual(['cause'])
    expect(columnsInRoom(many, layout, 200).hidden).toEqual(['cause', 'before'])
    expect(columnsInRoom(many, layout, 10).hidden).toEqual(['cause', 'before'])
    expect(columnsInRoom(many, { ...layout, hidden: ['clicks'] }, 10).hidden).toEqual(['clicks', 'cause', 'before'])
  })

  test('narrows a column with a short width in its turn, in place of hiding it', () => {
    const many = [column('article'), column('status'), column('brand', { shortPx: 40 }), column('day')]
    const layout = startLayout(many, [])
    expect(columnsInRoom(many, layout, 399)).toEqual({ hidden: ['day'], short: [] })
    expect(columnsInRoom(many, layout, 299)).toEqual({ hidden: ['day'], short: ['brand'] })
    expect(columnsInRoom(many, layout, 239)).toEqual({ hidden: ['day', 'status'], short: [] })
    expect(columnsInRoom(many, layout, 179)).toEqual({ hidden: ['day', 'status'], short: ['brand'] })
    expect(columnsInRoom(many, { ...layout, isChosen: true }, 239)).toEqual({ hidden: [], short: [] })
  })

  test('narrows a first column with a short width when no other can leave', () => {
    const many = [column('brand', { shortPx: 40 }), column('name', { isKept: true }), column('day')]
    const layout = startLayout(many, [])
    expect(columnsInRoom(many, layout, 200)).toEqual({ hidden: ['day'], short: [] })
    expect(columnsInRoom(many, layout, 199)).toEqual({ hidden: ['day'], short: ['brand'] })
  })

  test('shows a narrow column again where a wide one that left after it made the room', () => {
    const many = [column('keyword'), column('result', { widthPx: 300 }), column('day', { widthPx: 80, isLesser: true })]
    expect(columnsInRoom(many, startLayout(many, []), 200).hidden).toEqual(['result'])
  })
})
