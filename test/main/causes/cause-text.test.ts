import { expect, test } from 'vitest'
import type { Figures } from '../../../src-main/causes/rules/cause.ts'
import { causeText, uncheckedText } from '../../../src-main/causes/rules/cause-text.ts'
import { CAUSE_KINDS, UNCHECKED } from '../../../src-shared/desk/values/cause-kinds.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
const FIGURES: Figures = {
  together: { of: 7, fell: 6 },
  controls: { of: 32, fell: 1 },
  brands: { of: 41, fell: 9 },
  impressions: -0.4,
  ctr: 0.004,
  slice: { of: 'device', name: 'mobile', change: 0.5, others: -0.01 },
  topic: HOSTILE,
  page: 1,
  pageAfter: 2,
  event: { daysBefore: 3, text: `Published “${HOSTILE}”` },
  done: [
    { daysBefore: 0, text: `Site audit: ${HOSTILE}` },
    { daysBefore: 2, text: 'Permissions changed' },
  ],
}
const NAMES = new Map([[1, `https://a.example/${HOSTILE}`]])

test('each cause says what it is, its figures and the next step, with names as they are', async () => {
  const texts = CAUSE_KINDS.map((kind) => {
    const { title, evidence, next } = causeText({ kind, figures: FIGURES }, NAMES)
    return [`${kind}: ${title}`, ...evidence, next].join('\n  ')
  })
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('cause-texts.txt')
})

test('an own action is said with its day where that is known', () => {
  const titleOf = (text: string, since?: number) =>
    causeText({ kind: 'own-action', figures: { event: { daysBefore: 3, text } }, since }, NAMES).title
  const since = Date.UTC(2026, 10, 20) / 86_400_000
  expect(titleOf('Published “Boots”', since)).toBe('Published “Boots” on 17 Nov')
  expect(titleOf('Published as scheduled: “Boots”', since)).toBe('Published “Boots” on 17 Nov')
  expect(titleOf('Unpublished “Boots”')).toBe('Unpublished “Boots”')
  // The keyword that is looked at may have fallen on another day than its page.
  const figures = { event: { daysBefore: 3, text: 'Published “Boots”' } }
  const [when] = causeText({ kind: 'own-action', figures, since }, NAMES).evidence
  expect(when).toBe('Published “Boots”, 3 days before the page fell on 20 Nov.')
})

test('a sentence whose figure is not known is left out', () => {
  for (const kind of CAUSE_KINDS)
    for (const sentence of causeText({ kind, figures: {} }, new Map()).evidence)
      expect(sentence).not.toMatch(/undefined|NaN/)
})

test('what was not checked is said in a sentence of its own each', () => {
  const texts = UNCHECKED.map(uncheckedText)
  expect(new Set(texts).size).toBe(UNCHECKED.length)
  for (const text of texts) expect(text).toMatch(/^[A-Z].*\.$/)
})

test('of a page or a brand that fell itself all keywords are counted, and a count of none is left out', () => {
  const sentences = (of: 'keyword' | 'page' | 'brand', figures: Figures = FIGURES) =>
    CAUSE_KINDS.flatMap((kind) => causeText({ kind, figures }, NAMES, of).evidence)
  expect(sentences('keyword')).toContain('6 of 7 other keywords of the page fell in the same days.')
  expect(sentences('page')).toContain('6 of 7 keywords of the page fell in the same days.')
  expect(sentences('page').join(' ')).not.toContain('other keywords of the page')
  expect(sentences('brand')).toContain('6 of 7 keywords fell in the same days.')
  const count = { of: 0, fell: 0 }
  const none = { ...FIGURES, together: count, controls: count }
  for (const kind of ['own-action', 'whole-site', 'topic', 'one-page', 'another-page'] as const)
    expect(causeText({ kind, figures: none }, NAMES).evidence.join(' '), kind).not.toContain('0 of 0')
})
