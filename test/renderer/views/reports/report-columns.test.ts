import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { packColumnsOf, RUN_COLUMNS } from '../../../../src-renderer/views/reports/report-columns.tsx'

test('a run shows its first brands, and names all of them', () => {
  const brands = RUN_COLUMNS.find(({ id }) => id === 'brands')
  const run = { brandIds: ['acme', 'birch', 'cedar', 'delta', 'elm'] } as unknown as Parameters<
    NonNullable<typeof brands>['text']
  >[0] // what the cell reads
  expect(brands?.text(run)).toBe('acme, birch, cedar, delta, elm')
  const markup = renderToStaticMarkup(createElement(MantineProvider, null, brands?.cell?.(run)))
  expect(markup).toContain('title="acme, birch, cedar, delta, elm"')
  expect(markup.match(/Unknown brand<\/bdi>/g)).toHaveLength(2)
  expect(markup).toContain('+3')
})

test('the column of pages is hidden until a report has pages', () => {
  const isHidden = (hasPages: boolean) => packColumnsOf(hasPages).find(({ id }) => id === 'pages')?.isHiddenAtFirst
  expect([isHidden(false), isHidden(true)]).toEqual([true, false])
})
