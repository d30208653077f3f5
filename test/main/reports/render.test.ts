// A report is a file that clients open: no text in it may do anything.

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scaleOf } from '../../../src-main/reports/render/chart.ts'
import { accentsOf, contrastWithWhite } from '../../../src-main/reports/render/colour.ts'
import { formatIn } from '../../../src-main/reports/render/format.ts'
import { renderHtml } from '../../../src-main/reports/render/html.ts'
import { REPORT_TEXTS } from '../../../src-main/reports/texts/texts.ts'
import type { Report, ReportBlock, ReportChart } from '../../../src-shared/desk/reports.ts'
import { REPORT_LANGUAGES } from '../../../src-shared/desk/values/report-names.ts'
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
  measured: { from: '2026-10-01', to: '2026-10-31' },
  comparePeriod: { from: '2026-09-01', to: '2026-09-30' },
  createdAt: '2026-11-02T10:00:00.000Z',
  freshAsOf: null,
  placeholders: {} as Report['placeholders'], // not drawn
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
      value(75, 'score'),
      value(-6.25, 'scoreChange'),
    ]
    return parts.map(plain)
  })
  expect(written).toEqual([
    ['12,346', '8.2%', '−4.3', '+50.0 pp', '31 Oct 2026', 'October 2026', '—', '75.0', '−6.3'],
    ['12.346', '8,2 %', '−4,3', '+50,0 Pp.', '31. Okt. 2026', 'Oktober 2026', '—', '75,0', '−6,3'],
  ])
})

test('a colour is made as dark as its use needs, and stays as it is where it can', () => {
  for (const colour of ['#ffffff', '#ffe066', '#00ff00', '#1c7ed6', '#000000']) {
    const { text, line, decor } = accentsOf(colour)
    expect(contrastWithWhite(text)).toBeGreaterThanOrEqual(4.5)
    expect(contrastWithWhite(line)).toBeGreaterThanOrEqual(3)
    expect(contrastWithWhite(decor)).toBeGreaterThanOrEqual(1.2)
  }
  expect(accentsOf('#1c3d5a')).toEqual({ text: '#1c3d5a', line: '#1c3d5a', decor: '#1c3d5a' })
  expect(accentsOf('#ffe066').decor).toBe('#ffe066')
})

test('axes have round values around all points, and positions have the best at the top', () => {
  const clicks = scaleOf([12, 480, 955], false)
  expect(clicks.ticks).toEqual([0, 500, 1000])
  const positions = scaleOf([31.2, 38.9], true)
  expect(positions.share(31.2)).toBeGreaterThan(positions.share(38.9))
  expect(scaleOf([0, 0], false, 1).ticks).toEqual([0, 1])
  expect(scaleOf([0, 2], false, 1).ticks).toEqual([0, 1, 2])
  expect(scaleOf([6.02, 6.11], true, 0.1).ticks.map((tick) => tick.toFixed(1))).toEqual(['6.0', '6.1', '6.2'])
  const flat = scaleOf([7, 7], false)
  expect(flat.share(7)).toBeCloseTo(0.5)
  for (const { share, ticks } of [clicks, positions, flat])
    for (const tick of ticks) expect(share(tick)).toBeGreaterThanOrEqual(-1e-9)
})

test('English days have the same form in every month', () => {
  const { value, day, shortDay, period } = formatIn('en')
  expect([value('2026-09-17', 'day'), day('2026-09-17'), shortDay('2026-09-17')]).toEqual([
    ...['17 Sep 2026', '17 Sep 2026', '17 Sep'],
  ])
  expect(period({ from: '2026-09-17', to: '2026-10-02' })).toMatch(/^17 Sep\s–\s2 Oct 2026$/)
})

describe('the page', () => {
  const section = (kind: Report['sections'][number]['kind'], hasData: boolean, blocks: ReportBlock[]) => ({
    ...{ kind, title: `Title of ${kind}`, hasData, blocks },
  })
  const plain = { ...reportOf('Acme'), branding: { name: 'North', logo: null, colour: '#1c4e80', footer: '' } }
  const chart = (values: (number | null)[], marks: ReportChart['marks'] = []): ReportBlock => ({
    type: 'chart',
    chart: {
      ...{ kind: 'lines', title: 'Clicks', description: 'd', marks, isInverted: false },
      labels: values.map((_, at) => `2026-10-${String(at + 1).padStart(2, '0')}`),
      series: [{ label: 'October', unit: 'number', values }],
    },
  })

  test('says on its cover which days its rankings are of where that is not the whole period', () => {
    const measured = { from: '2026-10-03', to: '2026-10-31' }
    expect(renderHtml({ ...plain, measured })).toContain(`Rankings of ${formatIn('en').period(measured)}`)
    expect(renderHtml(plain)).not.toContain('Rankings of')
  })

  test('has sections without data together at the end, each by its name in the contents', () => {
    const html = renderHtml({
      ...plain,
      sections: [
        section('keywords', false, [{ type: 'note', text: 'Nothing known.' }]),
        section('content', true, [{ type: 'note', text: 'Something.' }]),
        section('audits', false, [{ type: 'note', text: 'No audit.' }]),
      ],
    })
    expect([...html.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'Contents',
      'Title of content',
      'Sections without data',
    ])
    expect(html).toContain('<dt id="keywords">Title of keywords</dt><dd>Nothing known.</dd>')
    expect([...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)).toEqual(['keywords', 'content', 'audits'])
  })

  test('leaves out a change that no row has, and a heading that repeats that of the chart above', () => {
    const table = (change: number | null): ReportBlock => ({
      type: 'table',
      table: {
        ...{ id: 't', title: 'Clicks', more: 0 },
        columns: [
          { key: 'a', label: 'Keyword', unit: 'text' },
          { key: 'b', label: 'Moved', unit: 'change' },
          { key: 'c', label: 'CTR', unit: 'percent' },
        ],
        rows: [['tea', change, 0.5]],
      },
    })
    const html = renderHtml({ ...plain, sections: [section('content', true, [chart([1, 2]), table(null)])] })
    expect(html).not.toContain('Moved')
    expect(html).toContain('<td>tea</td><td class="n">50.0%</td>')
    expect(html.match(/<h3>Clicks<\/h3>/g)).toHaveLength(1)
    expect(renderHtml({ ...plain, sections: [section('content', true, [table(0)])] })).toContain('Moved')
  })

  test('draws a value between unknown days as a dot, and numbers no two notes over each other', () => {
    const marks = Array.from({ length: 31 }, (_, at) => ({
      ...{ day: `2026-10-${String(at + 1).padStart(2, '0')}`, label: `n${at + 1}` },
    }))
    const of = (block: ReportBlock) => renderHtml({ ...plain, sections: [section('content', true, [block])] })
    expect(of(chart([5, null, 7, null, 9, 8]))).toMatch(/d="M\S+ \S+h0M\S+ \S+h0M\S+ \S+L\S+ \S+"/)
    const values = Array.from({ length: 31 }, (_, at) => at)
    const numbers = [...of(chart(values, marks)).matchAll(/<text x="([\d.]+)"[^>]*>n\d+</g)].map(([, x]) => Number(x))
    expect(numbers).toHaveLength(31)
    const three = renderHtml({
      ...plain,
      sections: [section('content', true, [chart(values), chart(values), chart(values, marks)])],
    })
    const narrow = [...three.matchAll(/<text x="([\d.]+)"[^>]*>n\d+</g)].map(([, x]) => Number(x))
    expect(narrow.length).toBeLessThan(31)
    for (const [at, x] of narrow.entries()) if (at > 0) expect(x - (narrow[at - 1] ?? 0)).toBeGreaterThanOrEqual(12)
  })

  test('keeps a name from right to left apart from the numbers beside it, and a long one in one line', () => {
    const arabic = 'مقهى النخيل'
    const html = renderHtml({ ...plain, brand: { ...plain.brand, name: arabic }, sections: [] })
    expect(html).toContain('"\\2068 مقهى النخيل\\2069  \\b7  October 2026"')
    const long = renderHtml({ ...plain, brand: { ...plain.brand, name: 'x'.repeat(200) }, sections: [] })
    expect(long).toMatch(/content: "x{69}\\2026 {2}\\b7 {2}October 2026"/)
    expect(long).toContain(`<h1 class="long">${'x'.repeat(200)}</h1>`)
  })
})
