import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRenderer } from '../../../src-main/composing/rules/render.ts'
import { createKnownNames, templateVariablesOf, toScope } from '../../../src-main/composing/rules/scope.ts'
import type { KnownContact } from '../../../src-main/prospects/queries/contacts.ts'
import { cpuMs } from '../../support/cpu-time.ts'

const contact: KnownContact = {
  id: 'c1',
  prospectId: 'p1',
  name: null,
  role: 'Editor',
  email: 'jane@b.test',
  domain: 'b.test',
  more: { beat: 'tea', twitter: '', followers: 7, tags: ['a'] },
  prospect: { domain: 'b.test', title: 'B', url: null, more: { rating: 5 } },
}
const { compile } = createRenderer()

const scopeOf = (more: Partial<KnownContact> = {}, variables: Record<string, string> = {}) => {
  const known = createKnownNames()
  const sayings = templateVariablesOf(
    { ...contact, ...more },
    { brandName: 'Acme', variables: { city: ' ', topic: 'oolong', ...variables } },
  )
  known.add(sayings)
  return { scope: toScope(sayings, known.names), known: known.names }
}
const render = (body: string, more: Partial<KnownContact> = {}, variables: Record<string, string> = {}) => {
  const { scope, known } = scopeOf(more, variables)
  return compile({ subject: 's', body }).render(scope, known)
}
const codes = (body: string) => render(body).blockers.map(({ code }) => code)

test.each([
  ['{{ contact.role }} {{ contact.beat }} {{ contact.followers }} {{ prospect.rating }}', 'Editor tea 7 5'],
  ['{{ brand.name }}, {{ prospect.domain }}, {{ topic }}', 'Acme, b.test, oolong'],
  ['Hi {{ contact.firstName | default: "there" }}', 'Hi there'],
  ['Hi {{ contact.firstName | capitalize | default: "there" }}', 'Hi there'],
  ['{{ city | default: topic }}', 'oolong'],
  ['{{ city | default: "" }}|', '|'],
  ['{% if city %}in {{ city }}{% else %}anywhere{% endif %}', 'anywhere'],
  ['{% assign where = city %}{% if where %}{{ where }}{% endif %}.', '.'],
  ['{% assign words = "a b c" | split: " " %}{% for word in words %}{{ word }}-{% endfor %}', 'a-b-c-'],
  ['{{ contact["role"] }} {{ contact.role.size }} {{ "abc".size }}', 'Editor 6 3'],
  ['{% assign words = "a b" | split: " " %}{{ words[1] }}{{ words.first }}', 'ba'],
  ['{% for word in topic %}{{ forloop.index }}{{ word }}{% endfor %}', '1oolong'],
  ['{% capture both %}{{ topic }} tea{% endcapture %}{{ both | upcase }}', 'OOLONG TEA'],
  ['{% raw %}{{ topic }}{% endraw %}{% comment %}{{ nobody }}{% endcomment %}', '{{ topic }}'],
  ['one\n\ntwo  three\n', 'one\n\ntwo  three\n'],
])('%s is %j', (body, expected) => {
  expect(render(body)).toEqual({ subject: 's', body: expected, blockers: [] })
})

test.each([
  ['Hi {{ contact.firstName }}', 'contact.firstName'],
  ['{{ contact.twitter }}', 'contact.twitter'],
  ['{{ city }}', 'city'],
  ['{{ city | upcase }}', 'city'],
  ['{{ "in " | append: city }}', 'city'],
  ['{{ "in " | append: city | default: "x" }}', 'city'],
  ['{{ city | default: contact.name }}', 'contact.name'],
  ['{% assign where = city %}{{ where }}', 'where'],
  ['{% assign where = city | append: "!" %}{{ where }}', 'city'],
  ['{% if topic %}{{ city }}{% endif %}', 'city'],
  ['{% for word in city %}{% endfor %}{{ contact.name.size }}', 'contact.name.size'],
])('%s is blocked, because %s is empty', (body, name) => {
  const { body: text, blockers } = render(body)
  expect(text).toBe('')
  expect(blockers).toEqual([{ code: 'empty-variable', message: expect.stringContaining(`{{ ${name} }}`) }])
})

test.each([
  ['{{ contact.frstName | default: "there" }}', 'contact.frstName'],
  ['{% if contct.name %}{% endif %}', 'contct.name'],
  ['{% if false %}{{ nobody }}{% endif %}', 'nobody'],
  ['{{ contact }}', 'contact'],
  ['{{ contact[topic] }}', 'contact[topic]'],
  ['{{ topic.constructor }}', 'topic.constructor'],
  ['{{ contact.tags }}', 'contact.tags'],
  ['{{ where }}{% assign where = topic %}', 'where'],
  ['{% for word in topic %}{% endfor %}{{ word }}', 'word'],
  ['{% assign words = topic | split: nobody %}', 'nobody'],
  ['{{ topic | default: contact.frstName }}', 'contact.frstName'],
  ['{{ contact["frstName"] }}', 'contact["frstName"]'],
  ['{% assign words = topic | split: "" %}{{ words[contact.frstName] }}', 'contact.frstName'],
])('%s is blocked, because no contact has %s', (body, name) => {
  expect(render(body).blockers).toEqual([
    { code: 'unknown-variable', message: expect.stringContaining(`{{ ${name} }}`) },
  ])
})

const doubling = `{% assign a = "ab" %}${'{% assign a = a | append: a %}'.repeat(60)}{{ a }}`
const loops = (depth: number) =>
  `{% assign l = "${'a '.repeat(400)}" | split: " " %}${'{% for x in l %}'.repeat(depth)}${'{% endfor %}'.repeat(depth)}`

test.each([
  ['{% include "x" %}'],
  ['{% render "./x" %}'],
  ['{% layout "x" %}'],
  ['{{ topic | nothing }}'],
  ['{{ topic | constructor }}'],
  ['{{ "now" | date: "%s" }}'],
  ['{{ "ab" | sample }}'],
  ['{{'],
  ['{% if topic %}'],
  ['{% for i in (9007199254740992..9007199254740994) %}{% endfor %}'],
  ['{{ (1..9007199254740993) | size }}'],
  ['{% assign l = (1..99999999999) %}'],
  ['{% if (1..99999999999) contains 1 %}{% endif %}'],
  ['{% case topic %}{% when (1..99999999999) %}{% endcase %}'],
  ['{% for x in topic limit: (1..99999999999) %}{% endfor %}'],
  ['{{ topic | slice: 0, 99999999999 }}'],
  [doubling],
  [loops(4)],
  ['{% if topic %}'.repeat(4_000) + '{% endif %}'.repeat(4_000)],
  ['{{ topic }}'.repeat(6_000)],
  ['a'.repeat(200_001)],
])('an unsupported template is an error at once: %.60s', (body) => {
  const startedMs = cpuMs()
  expect(codes(body)).toEqual(['template-error'])
  expect(cpuMs() - startedMs).toBeLessThan(2_000)
})

test('a fault in one field leaves the other, and both report their errors', () => {
  const { scope, known } = scopeOf()
  const rendered = compile({ subject: '{{ city }}', body: '{{ nobody }}' }).render(scope, known)
  expect(rendered.blockers.map(({ code }) => code)).toEqual(['empty-variable', 'unknown-variable'])
  expect(compile({ subject: '{{ topic }}', body: '{{' }).render(scope, known)).toMatchObject({
    subject: 'oolong',
    body: '',
  })
})

test('a subject is one line', () => {
  const { scope, known } = scopeOf({}, { lines: ' a\r\n b\u2028c ' })
  expect(compile({ subject: 'x{{ lines }}', body: '{{ lines }}' }).render(scope, known)).toMatchObject({
    subject: 'x a b c',
    body: ' a\r\n b\u2028c ',
  })
})

test.each([
  ['Jane Doe', 'Jane', 'Doe'],
  ['Dr. Jane van Dyk', 'Jane', 'van Dyk'],
  ['van Dyk, Jane', 'Jane', 'van Dyk'],
  ['Prof', 'Prof', '-'],
  ['李雷', '李雷', '-'],
  ['jane@b.test', '-', '-'],
])('the name %j has the first name %j and the last name %j', (name, first, last) => {
  expect(render('{{ contact.firstName | default: "-" }}|{{ contact.lastName | default: "-" }}', { name }).body).toBe(
    `${first}|${last}`,
  )
})

test('names in the record are preferred over those split from its full name', () => {
  expect(
    render('{{ contact.firstName }} {{ contact.lastName }}', {
      name: 'J Doe',
      more: { firstName: 'Jane', lastName: '' },
    }).body,
  ).toBe('Jane Doe')
})

test('a template of the largest size is checked and rendered quickly', () => {
  const body = '{% assign a = topic | upcase %}{{ contact.role | append: a | default: "x" }}'.repeat(2_400)
  const startedMs = cpuMs()
  expect(render(body).blockers).toEqual([])
  expect(cpuMs() - startedMs).toBeLessThan(2_000)
})

const anyValue = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))

test('a value is rendered unchanged, and rendering is deterministic', () => {
  fc.assert(
    fc.property(anyValue, anyValue, (name, value) => {
      const body = '{{ contact.name | default: "nobody" }}<{{ topic | default: "nothing" }}>'
      const one = render(body, { name }, { topic: value })
      const filled = (text: string, fallback: string) => (text.trim() === '' ? fallback : text.toWellFormed())
      expect(one.body).toBe(`${filled(name, 'nobody')}<${filled(value, 'nothing')}>`)
      expect(render(body, { name }, { topic: value })).toEqual(one)
    }),
  )
})

const fragment = fc.constantFrom(
  ...[
    '{{ ',
    ' }}',
    '{% ',
    ' %}',
    '{%-',
    '-%}',
    'contact.name',
    'contact',
    'topic',
    'city',
    ' | default: ',
    ' | append: ',
  ],
  ...[
    ' | split: ""',
    ' | size',
    ' | replace: "", "xx"',
    '"x"',
    '(1..9007199254740993)',
    '(topic..city)',
    'if ',
    'endif',
    'for x in ',
  ],
  ...[
    'endfor',
    'assign a = ',
    'a',
    'capture a',
    'endcapture',
    'raw',
    'endraw',
    'case ',
    'when ',
    'endcase',
    'else',
    ' == ',
  ],
  ...[
    'forloop',
    '[',
    ']',
    '.',
    '..',
    '"',
    "'",
    '\n',
    'limit: ',
    'cycle',
    'include ',
    'break',
    'comment',
    'endcomment',
    '__proto__',
  ],
)

test('no text makes compiling or rendering hang or throw', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fragment, fc.string()), { maxLength: 60 }), (parts) => {
      const startedMs = cpuMs()
      const { body, blockers } = render(parts.join(''))
      expect(body === '' || blockers.length === 0).toBe(true)
      expect(cpuMs() - startedMs).toBeLessThan(2_000)
    }),
    { numRuns: 500 },
  )
})
