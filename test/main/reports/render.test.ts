// A report is a file that clients open: no text in it may do anything.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contrastWithWhite, readableAccent } from '../../../src-main/reports/render/colour.ts'
import { formatIn } from '../../../src-main/reports/render/format.ts'
import { renderHtml } from '../../../src-main/reports/render/html.ts'
import { scaleOf } from '../../../src-main/reports/render/scale.ts'
import { REPORT_TEXTS } from '../../../src-main/reports/texts/texts.ts'
import { REPORT_LANGUAGES } from '../../../src-shared/desk/report-names.ts'
import type { Report } from '../../../src-shared/desk/reports.ts'
import { launchBrowser } from '../../support/chromium.ts'

const HOSTILE = [
  '<script>window.hit = 1</script>',
  '"><img src=x onerror="window.hit = 2">',
  "</style><svg onload='window.hit = 3'></svg>",
  '"; } body { display: none } /*',
  '\\22; } body { display: none }',
  '<iframe src="https://example.com/"></iframe>',
  'javascript:window.hit=4',
  '\u0000\u0007\ud800&lt;b&gt;',
].join(' ')

const reportOf = (text: string): Report => ({
  brand: { id: 'b1', name: text, colour: '#123456' },
  title: text,
  language: 'en',
  branding: { name: text, logo: null, colour: '#ffe066', footer: text },
  period: { from: '2026-10-01', to: '2026-10-31' },
  comparePeriod: { from: '2026-09-01', to: '2026-09-30' },
  createdAt: '2026-11-02T10:00:00.000Z',
  asOf: null,
  sections: [
    {
      kind: 'summary',
      title: text,
      hasData: true,
      blocks: [
        { type: 'words', paragraphs: [text] },
        { type: 'note', text },
        {
          type: 'figures',
          figures: [
            {
              key: 'k',
              label: text,
              value: 1234.5,
              unit: 'number',
              change: -0.123,
              changeUnit: 'percentChange',
              isGood: false,
            },
          ],
        },
        {
          type: 'chart',
          chart: {
            ...{ kind: 'bars', title: text, description: text, labels: [text], marks: [], isInverted: false },
            series: [{ label: text, unit: 'number', values: [3] }],
          },
        },
        {
          type: 'chart',
          chart: {
            ...{ kind: 'lines', title: text, description: text, isInverted: true },
            labels: ['2026-10-01', '2026-10-02'],
            series: [
              { label: text, unit: 'position', values: [3, null] },
              { label: text, unit: 'position', values: [4, 5], isBefore: true },
            ],
            marks: [{ day: '2026-10-02', label: text }],
          },
        },
        {
          type: 'table',
          table: { id: 't', title: text, columns: [{ key: 'a', label: text, unit: 'text' }], rows: [[text]], more: 2 },
        },
      ],
    },
  ],
})

describe('hostile text', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  test('is shown as it is, in every place of a report: no element, script, style or request comes of it', async () => {
    const page = await browser.newPage()
    const requests: string[] = []
    page.on('request', ({ url }) => requests.push(url()))
    await page.setContent(renderHtml(reportOf(HOSTILE)))
    const found = await page.evaluate(() => ({
      hit: (globalThis as { hit?: number }).hit,
      elements: document.querySelectorAll('script, img, iframe, object, [onload], [onerror], a[href^="javascript"]')
        .length,
      display: getComputedStyle(document.body).display,
      shown: document.body.innerText.split('<script>window.hit = 1</script>').length - 1,
      links: [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    }))
    await page.close()
    expect(found).toMatchObject({ hit: undefined, elements: 0, display: 'block', links: ['#summary'] })
    expect(found.shown).toBeGreaterThan(12)
    expect(requests.filter((url) => !url.startsWith('about:'))).toEqual([])
  })

  test('runs nothing even where a tag gets through: the policy of the page forbids it', async () => {
    const page = await browser.newPage()
    await page.setContent(renderHtml(reportOf('x')).replace('<main>', '<main><script>window.hit = 1</script>'))
    expect(await page.evaluate(() => (globalThis as { hit?: number }).hit)).toBeUndefined()
    await page.close()
  })
})

test('every language has each text, and its own dates and numbers', () => {
  const leaves = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
      : [`${path}:${typeof value === 'function' ? 'function' : typeof value}`]
  for (const language of REPORT_LANGUAGES) {
    expect(leaves(REPORT_TEXTS[language])).toEqual(leaves(REPORT_TEXTS.en))
    expect(renderHtml({ ...reportOf('x'), language })).toContain(`<html lang="${language}">`)
  }
  const plain = (text: string) => text.replaceAll(/\s/g, ' ')
  const written = (['en', 'de'] as const).map((language) => {
    const { value, period } = formatIn(language)
    const parts = [
      value(12345.6, 'number'),
      value(0.0821, 'percent'),
      value(-4.25, 'positionChange'),
      value(0.5, 'pointChange'),
      value('2026-10-31', 'day'),
      period({ from: '2026-10-01', to: '2026-10-31' }),
      value(null, 'position'),
    ]
    return parts.map(plain)
  })
  expect(written).toEqual([
    ['12,346', '8.2%', '-4.3', '+50.0 pp', '31 Oct 2026', 'October 2026', '—'],
    ['12.346', '8,2 %', '-4,3', '+50,0 Pp.', '31. Okt. 2026', 'Oktober 2026', '—'],
  ])
})

test('an accent colour is made dark enough to read, and stays where it is', () => {
  for (const colour of ['#ffffff', '#ffe066', '#00ff00', '#1c7ed6'])
    expect(contrastWithWhite(readableAccent(colour))).toBeGreaterThanOrEqual(4.5)
  expect(readableAccent('#1c3d5a')).toBe('#1c3d5a')
})

test('axes have round values around all points, and positions have the best at the top', () => {
  const clicks = scaleOf([12, 480, 955], false)
  expect(clicks.ticks).toEqual([0, 500, 1000])
  const positions = scaleOf([31.2, 38.9], true)
  expect(positions.share(31.2)).toBeGreaterThan(positions.share(38.9))
  const flat = scaleOf([7, 7], false)
  expect(flat.share(7)).toBeCloseTo(0.5)
  for (const { share, ticks } of [clicks, positions, flat])
    for (const tick of ticks) expect(share(tick)).toBeGreaterThanOrEqual(-1e-9)
})
