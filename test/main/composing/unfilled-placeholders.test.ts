import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unfilledPlaceholders } from '../../../src-main/composing/rules/unfilled-placeholders.ts'
import { cpuMs } from '../../support/cpu-time.ts'

test.each([
  ['Hi [Name],', '[Name]'],
  ['Hi [first name],', '[first name]'],
  ['Hi {{ name }},', '{{ name }}'],
  ['Hi {{name', '{{name'],
  ['Hi {name},', '{name}'],
  [`Hi $${'{first_name}'},`, `$${'{first_name}'}`],
  ['Hi %FIRST_NAME%,', '%FIRST_NAME%'],
  ['Hi %name%,', '%name%'],
  ['Hi <name>,', '<name>'],
  ['Hi <Your Name>,', '<Your Name>'],
  ['Hi *|FNAME|*,', '*|FNAME|*'],
  ['I read XXX on your site', 'XXX'],
  ['TODO praise the article', 'TODO'],
  ['Hi FIRSTNAME', 'FIRSTNAME'],
  ['Hi INSERT_NAME_HERE', 'INSERT_NAME_HERE'],
  ['{% if x %}', '{% if x %}'],
  ['Hi [object Object]', '[object Object]'],
  ['from #N/A', '#N/A'],
])('%j has %j', (text, expected) => {
  expect(unfilledPlaceholders(text)).toContain(expected)
})

test.each([
  'Read [our guide](https://a.test/x) today.',
  'Read [our guide][1] and [that][that one].\n\n[1]: https://a.test\n[that one]: https://b.test',
  'See [our guide].\n\n[Our guide]: https://a.test',
  'As told[^1] and in [2].\n\n[^1]: There.',
  '![A picture](https://a.test/p.png)',
  '- [x] done\n- [ ] not done',
  '<b>bold</b> <br> <https://a.test> <jane@a.test> a < b > c',
  'He said [sic] so [...] and [emphasis added].',
  '100% natural, 50% off%',
  'https://a.test/%C3%A9t%C3%A9?a=%20b%20',
  'A NASA report, an FAQ, SEO, XL and XX.',
  'Code: {} and {1}; `a[0]`.',
  'Ünï ☕ 漢字 (brackets) "quotes" — fine.',
])('%j has none', (text) => {
  expect(unfilledPlaceholders(text)).toEqual([])
})

test('any text is searched without an error, for five placeholders at most', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      expect(unfilledPlaceholders(text).length).toBeLessThanOrEqual(5)
    }),
  )
  expect(unfilledPlaceholders('[One] [Two] [Three] [Four] [Five] [Six]')).toHaveLength(5)
})

test.each(['[a', '{{a', '{%', '<a ', '%A', '*|A', '[A]:\n', '{a', 'INSERT_'])(
  'a long run of %j is searched quickly',
  (part) => {
    const startedMs = cpuMs()
    unfilledPlaceholders(part.repeat(200_000 / part.length))
    expect(cpuMs() - startedMs).toBeLessThan(2_000)
  },
)
