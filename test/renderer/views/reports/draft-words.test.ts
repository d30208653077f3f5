import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Reads } from '../../../../src-renderer/views/reports/draft-words.tsx'
import { REPORT_PLACEHOLDERS } from '../../../../src-shared/desk/values/report-names.ts'
import type { PlaceholderValues } from '../../../../src-shared/desk/values/report-words.ts'

const UNKNOWN = Object.fromEntries(REPORT_PLACEHOLDERS.map((name) => [name, null])) as PlaceholderValues // all of them
const values = { ...UNKNOWN, brand: 'Copperline Tours', period: 'October 2026', clicks: '23,419' }

const textOf = (text: string) =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(Reads, { text, values })))
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<\/p>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .trim()

test('words with numbers read as they will in the report', () => {
  expect(textOf('In {{ period }}, {{ brand }} had {{ clicks }} clicks ({{ clicksChange }}).\n\nMore soon.')).toBe(
    'Reads: In October 2026, Copperline Tours had 23,419 clicks.More soon.',
  )
  expect(textOf('{{ top3 }} keywords are in the top 3.')).toBe('Left out: no data for its numbers.')
  expect(textOf('We plan three articles.')).toBe('')
})
