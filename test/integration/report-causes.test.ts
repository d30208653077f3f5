// What fell, and why, in reports: in the language of the template, of the days of the period, and of no other brand.
import { expect, test } from 'vitest'
import { dayFromNumber } from '../../src-main/base/clock.ts'
import { formatIn } from '../../src-main/reports/render/format.ts'
import { renderHtml } from '../../src-main/reports/render/html.ts'
import { REPORT_TEXTS } from '../../src-main/reports/texts/texts.ts'
import type { Report } from '../../src-shared/desk/reports.ts'
import { REPORT_LANGUAGES, type ReportLanguage } from '../../src-shared/desk/values/report-names.ts'
import { fallTogether, HOSTILE, isOnPage, LAST, loadDays, PAGE } from '../main/causes/small-cache.ts'
import { openFilledDesk } from '../support/filled-desk.ts'

const PATH = PAGE.replace('https://shop.example', '')
const FALL = LAST - 4
const days = (from: number, to: number) => ({ from: dayFromNumber(from), to: dayFromNumber(to) })
const PERIOD = days(LAST - 27, LAST)

const openDesk = async (...args: Parameters<typeof openFilledDesk>) => {
  const opened = await openFilledDesk(...args)
  const draft = (brandId: string, { language = 'en', period = PERIOD }: Partial<Wanted> = {}) =>
    opened.call('reports.draft', {
      ...{ brandId, period },
      template: { name: 'Causes', title: 'Report', language, sections: [{ kind: 'causes' }] },
    })
  return { ...opened, draft }
}
type Wanted = { readonly language: ReportLanguage; readonly period: Report['period'] }

const partsOf = ({ sections }: Report) => {
  const blocks = sections[0]?.blocks ?? []
  return {
    hasData: sections[0]?.hasData,
    title: sections[0]?.title,
    rows: blocks.flatMap((block) => (block.type === 'table' ? block.table.rows : [])),
    notes: blocks.flatMap((block) => (block.type === 'note' ? block.text : [])),
  }
}

test('the built-in report says what fell and why, and a template may leave it out', async () => {
  const { call, brandId } = await openDesk(['Shop'], (db, [id = '']) => loadDays(db, id, { isHit: isOnPage }))
  const kinds = async (templateId: string) =>
    (await call('reports.draft', { brandId, templateId, period: PERIOD })).sections.map(({ kind }) => kind)
  expect(await kinds('monthly')).toContain('causes')
  expect(await kinds('short')).not.toContain('causes')
})

test('each language names the cause with its figures, what fell together once, and hostile names as text', async () => {
  const { brandId, draft } = await openDesk(['Shop'], (db, [id = '']) => loadDays(db, id, { isHit: isOnPage }))
  const said: unknown[] = []
  for (const language of REPORT_LANGUAGES) {
    const report = await draft(brandId, { language })
    const { causes, sections, notes, words } = REPORT_TEXTS[language]
    const { rows, ...parts } = partsOf(report)
    expect(parts).toEqual({
      ...{ hasData: true, title: sections.causes },
      notes: [notes.drops(formatIn(language).day(PERIOD.to))],
    })
    expect(rows).toHaveLength(1)
    const [fell, since, before, now, cause, shown] = rows[0] ?? []
    expect([fell, since]).toEqual([`${PATH} ${words.more('8')}`, dayFromNumber(FALL)])
    expect(Number(before)).toBeGreaterThan(1.5 * Number(now))
    expect(cause).toBe(`${causes.kinds['one-page']} (${causes.clear})`)
    expect(shown).toBe(`${causes.ofPage('8', '8')} ${causes.ofOtherPages('0', '16')}`)
    const html = renderHtml(report)
    expect(html).not.toContain('<script')
    expect(html).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;')
    said.push(sections.causes, cause, shown, ...parts.notes)
  }
  expect(new Set(said).size).toBe(4 * REPORT_LANGUAGES.length)
})

test('other brands are a count, never a name', async () => {
  const names = Array.from({ length: 16 }, (_, at) => `Zebra ${at} House`)
  const { call, next, brandId, draft } = await openDesk(names, (db, brandIds) => fallTogether(db, brandIds))
  for (;;) {
    const changed = next('changed', ({ datasets }) => datasets.includes('causes'))
    if ((await call('causes.list', {})).waiting === 0) break
    await changed
  }
  const { causes } = REPORT_TEXTS.nl
  for (const to of [LAST, LAST - 1]) {
    const report = await draft(brandId, { language: 'nl', period: days(LAST - 27, to) })
    const { rows } = partsOf(report)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.[4]).toBe(`${causes.kinds['many-brands']} (${causes.clear})`)
    expect(rows[0]?.[5]).toContain(causes.ofWebsites('5', '16'))
    for (const name of names.slice(1)) expect(JSON.stringify(report)).not.toContain(name)
  }
})

test('what a person said stands in the place of the cause, as text, and not where it names another brand', async () => {
  const { call, brandId, draft } = await openDesk(['Shop', 'Borealis Tea'], (db, [id = '']) =>
    loadDays(db, id, { isHit: (at) => at === 0 || at === 20 || at === 23 }),
  )
  const { rows: drops } = await call('causes.list', { brandIds: [brandId] })
  expect(drops.map(({ keyword }) => keyword).toSorted()).toEqual([HOSTILE, 'thing 20', 'thing 23'].toSorted())
  const say = (keyword: string, said: object) =>
    call('causes.saveAnswer', { brandId, keyword, since: dayFromNumber(FALL), isNamed: true, ...said })
  await say(HOSTILE, { text: `Prices ${HOSTILE}` })
  await say('thing 20', { kind: 'demand' })
  await say('thing 23', { text: 'Its buyers went to Borealis Tea' })
  const { causes } = REPORT_TEXTS.de
  const report = await draft(brandId, { language: 'de' })
  expect(partsOf(report).rows.map(([fell, , , , cause, shown]) => [fell, cause, shown])).toEqual([
    [HOSTILE, `Prices ${HOSTILE} (${causes.said})`, ''],
    ['thing 20', `${causes.kinds.demand} (${causes.said})`, ''],
    ['thing 23', null, ''],
  ])
  expect(JSON.stringify(report)).not.toContain('Borealis')
  expect(renderHtml(report)).not.toContain('<script')

  const found = drops.find(({ keyword }) => keyword === HOSTILE)?.causes[0]
  await call('causes.removeAnswer', { brandId, keyword: HOSTILE, since: dayFromNumber(FALL) })
  await say(HOSTILE, { isNamed: false, kind: found?.kind ?? 'one-page' })
  const { rows } = partsOf(await draft(brandId))
  const rejected = rows.find(([fell]) => fell === HOSTILE)
  expect(rejected?.slice(4)).toEqual([REPORT_TEXTS.en.causes.none, ''])
})

test('it has the drops of the period as its last day showed them, and says in a line where there are none', async () => {
  const { brandIds, brandId, draft } = await openDesk(['Shop', 'New', 'Empty'], (db, [id = '', young = '']) => {
    loadDays(db, id, { isHit: isOnPage })
    loadDays(db, young, { isHit: isOnPage, days: 12 })
  })
  const notesOf = async (id: string, period: Report['period']) => {
    const { hasData, notes } = partsOf(await draft(id, { period }))
    return [hasData, notes]
  }
  const { notes } = REPORT_TEXTS.en
  // Of a report that ends before the last day, the days after it are nothing.
  const earlier = await draft(brandId, { period: days(LAST - 20, FALL + 2) })
  expect(partsOf(earlier).rows[0]?.[0]).toContain(PATH)
  expect(partsOf(earlier).notes).toEqual([notes.drops(formatIn('en').day(dayFromNumber(FALL + 2)))])
  expect(await notesOf(brandId, days(LAST - 20, FALL - 1))).toEqual([false, [notes.noDrops]])
  expect(await notesOf(brandId, days(FALL + 2, LAST))).toEqual([false, [notes.noDrops]])
  expect(await notesOf(brandId, days(LAST - 58, LAST - 40))).toEqual([false, [notes.tooOldForDrops]])
  expect(await notesOf(brandIds[1] ?? '', PERIOD)).toEqual([false, [notes.fewDaysForDrops]])
  expect(await notesOf(brandIds[2] ?? '', PERIOD)).toEqual([false, [notes.noDays]])
})
