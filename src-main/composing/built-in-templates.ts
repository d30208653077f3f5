// Templates that come with the desk: plain words, only variables that every contact has, and square brackets where a person
// must write something of their own; what is left of these is a warning before it is sent.
import type { Template } from '../../src-shared/desk/composing.ts'

type Text = Pick<Template, 'id' | 'name' | 'subject' | 'body'>

const GREETING = 'Hi {{ contact.firstName | default: "there" }},'
const CLOSING = 'Kind regards,\n{{ brand.name }}'
const letter = (...parts: readonly string[]): string => [GREETING, ...parts, CLOSING].join('\n\n')

export const BUILT_IN_TEMPLATES: readonly Text[] = [
  {
    id: 'built-in-guest-article',
    name: 'Guest article',
    subject: 'An article for {{ prospect.domain }}?',
    body: letter(
      'I work for {{ brand.name }} and read {{ prospect.domain | default: "your site" }}. I would like to write an article for your readers. It would be about:',
      '- [topic]',
      'It would be new, written for you, and free to edit. I would link once to a page of ours where it helps the reader. Would this be of use to you? If it is not, a short no is fine and I will not write again.',
    ),
  },
  {
    id: 'built-in-broken-link',
    name: 'Broken link',
    subject: 'A broken link on {{ prospect.domain }}',
    body: letter(
      'On your page {{ prospect.title | default: "about this topic" }} one link no longer works:',
      '{{ prospect.url | default: "[address of the page]" }}\n[address of the broken link]',
      'We have a page on the same subject that could take its place: [address of our page]. Whether you use it or another one, I thought you would want to know.',
    ),
  },
  {
    id: 'built-in-product-mention',
    name: 'Product mention',
    subject: '{{ brand.name }} in {{ prospect.title | default: "your article" }}',
    body: letter(
      'Your page {{ prospect.title | default: "on this topic" }} helps people to choose. {{ brand.name }} is not in it yet:',
      '[our offer in one sentence]',
      'Would you consider adding it? I can send facts, prices or pictures, and I will answer any question openly. If it is not right for your page, please ignore this message.',
    ),
  },
]
