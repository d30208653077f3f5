// What of a cause a client reads.
import { expect, test } from 'vitest'
import type { ToldCause, ToldDrop } from '../../../src-main/causes/public.ts'
import { formatIn } from '../../../src-main/reports/render/format.ts'
import { causeWords } from '../../../src-main/reports/rules/cause-words.ts'
import { REPORT_TEXTS } from '../../../src-main/reports/texts/texts.ts'
import { CAUSE_KINDS, type CauseKind } from '../../../src-shared/desk/values/cause-kinds.ts'
import { REPORT_LANGUAGES, type ReportLanguage } from '../../../src-shared/desk/values/report-names.ts'

const EVENT = { daysBefore: 2, text: 'Permission “send-pitches” changed' }
const CAUSE: ToldCause = {
  ...{ kind: 'own-action', confidence: 'likely', since: '2026-11-20', page: '/boots', pageAfter: '/shoes' },
  figures: {
    ...{ together: { of: 7, fell: 6 }, controls: { of: 32, fell: 1 }, brands: { of: 41, fell: 9 } },
    ...{ impressions: -0.4, ctr: 0.01, topic: 'boots', event: EVENT },
    slice: { of: 'device', name: 'mobile', change: 0.5, others: -0.01 },
  },
}
const DROP: ToldDrop = {
  ...{ of: 'keyword', keyword: 'red boots', page: null, since: '2026-11-21', clicksBefore: 9, clicksNow: 3 },
  ...{ unchecked: ['few-brands', 'few-keywords', 'few-days'], cause: CAUSE, answer: null },
}
const wordsIn = (language: ReportLanguage, drop: Partial<ToldDrop>, text: string | null = null) =>
  causeWords(
    { ...DROP, ...drop },
    { texts: REPORT_TEXTS[language], format: formatIn(language), done: { day: '2026-11-18', text } },
  )

test('each kind has a name and evidence of its own in each language', () => {
  const seen = REPORT_LANGUAGES.flatMap((language) =>
    CAUSE_KINDS.map((kind) => {
      const { cause, evidence, isNamed } = wordsIn(language, { cause: { ...CAUSE, kind } })
      expect(isNamed).toBe(true)
      expect(evidence.length, kind).toBeGreaterThan(0)
      return cause
    }),
  )
  expect(new Set(seen).size).toBe(seen.length)
})

test('what was done on a page is said where it is for clients, and not what was done to the whole brand', () => {
  const { causes } = REPORT_TEXTS.en
  expect(wordsIn('en', {}, 'Published: Boots').evidence[0]).toBe('On 18 Nov 2026: Published: Boots.')
  const hidden = wordsIn('en', {})
  expect(hidden.evidence[0]).toBe('On 18 Nov 2026 the page was changed.')
  expect([hidden.cause, ...hidden.evidence].join(' ')).not.toContain('Permission')
  // One article is of the product and of its guide.
  expect(wordsIn('en', { cause: { ...CAUSE, page: '/blog/boots-guide' } }).group).toBe(hidden.group)
  const ofBrand = { ...CAUSE, kind: 'whole-site' } as const
  for (const language of REPORT_LANGUAGES) {
    const said = wordsIn(language, { cause: ofBrand }, 'Permission changed')
    expect(said.cause).toContain(REPORT_TEXTS[language].causes.kinds['whole-site'])
    expect([said.cause, ...said.evidence].join(' ')).not.toMatch(/Permission|18/)
  }
  expect(wordsIn('en', { of: 'page', page: '/boots' }).evidence).toContain(causes.ofPage('6', '7'))
})

test('without a cause the first reason is said, and what a person says of the kind that was found keeps its figures', () => {
  const { causes } = REPORT_TEXTS.fr
  expect(wordsIn('fr', { cause: null })).toMatchObject({
    ...{ isNamed: false, cause: causes.none, evidence: [causes.reasons['few-days']] },
  })
  const said = { isNamed: true, kind: 'own-action', text: 'It followed an own action' } as const
  expect(wordsIn('fr', { answer: said })).toMatchObject({
    cause: `${causes.kinds['own-action']} (${causes.said})`,
    evidence: wordsIn('fr', {}).evidence,
  })
  expect(wordsIn('fr', { answer: { ...said, isNamed: false } })).toMatchObject({ cause: causes.none, evidence: [] })
})

const evidenceOf = (kind: CauseKind, drop: Partial<ToldDrop> = {}, cause: Partial<ToldCause> = {}) =>
  wordsIn('en', { ...drop, cause: { ...CAUSE, ...cause, kind } }).evidence

test('evidence names a page that did not fall itself, both pages that changed, and counts by what fell', () => {
  const { causes } = REPORT_TEXTS.en
  const counts = [causes.ofOtherOnPage('6', '7'), causes.ofOtherPages('1', '32')]
  expect(evidenceOf('one-page')).toEqual([causes.page('/boots'), ...counts])
  expect(evidenceOf('one-page', { page: '/boots' })).toEqual(counts)
  expect(evidenceOf('one-page', {}, { page: null })).toEqual(counts)
  expect(evidenceOf('another-page')).toEqual([causes.pages('/boots', '/shoes'), counts[1]])
  expect(evidenceOf('another-page', {}, { pageAfter: null })).toEqual([counts[1]])
  const address = 'https://www.acme.com/boots'
  expect(evidenceOf('one-page', {}, { page: address })).toEqual([causes.page('/boots'), ...counts])
  const ofSite = [causes.ofOtherPages('6', '7'), causes.noWebsites('41')]
  expect(evidenceOf('whole-site')).toEqual(ofSite)
  expect(evidenceOf('whole-site', { of: 'brand' })).toEqual([causes.ofWebsite('6', '7'), ofSite[1]])
})

test('what was not measured is not said', () => {
  const { figures } = CAUSE
  const { ctr: _, ...withoutCtr } = figures
  expect(evidenceOf('demand')).toHaveLength(1)
  expect(evidenceOf('demand', {}, { figures: withoutCtr })).toEqual([])
  expect(evidenceOf('topic', {}, { figures: { ...figures, controls: { of: 0, fell: 0 } } })).toHaveLength(1)
  const { topic: __, ...withoutTopic } = figures
  const { causes } = REPORT_TEXTS.en
  const nameOf = (cause: Partial<ToldCause>) => wordsIn('en', { cause: { ...CAUSE, kind: 'topic', ...cause } }).cause
  expect(nameOf({})).toBe(`${causes.topic('boots')} (${causes.likely})`)
  expect(nameOf({ figures: withoutTopic })).toBe(`${causes.kinds.topic} (${causes.likely})`)
  expect(wordsIn('en', { cause: null, unchecked: ['few-brands'] }).evidence).toEqual([])
})

test('a cause of another kind that a person names has no figures, and words of their own stay', () => {
  const { causes } = REPORT_TEXTS.en
  const said = (kind: CauseKind | null) =>
    wordsIn('en', { answer: { isNamed: true, kind, text: 'The shop was closed' } })
  expect(said('demand')).toMatchObject({ cause: `${causes.kinds.demand} (${causes.said})`, evidence: [] })
  expect(said(null)).toMatchObject({ cause: `The shop was closed (${causes.said})`, evidence: [] })
})
