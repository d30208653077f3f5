import { expect, test } from 'vitest'
import { EMPTY_DRAFT, requestOf } from '../../../../src-renderer/state/research.ts'

/** What a person typed before they chose another source stays in the form. */
const draft = { ...EMPTY_DRAFT, website: 'example.com', description: ' Loose leaf tea ', audience: ['Hotels'] }

test.each([
  ['brand', {}],
  ['website', { websiteUrl: 'https://example.com/' }],
  ['description', { description: 'Loose leaf tea' }],
] as const)('suggestions by the %s send that source alone, and the audience', (source, sent) => {
  expect(requestOf({ ...draft, source }).input).toEqual({ ...sent, audience: ['Hotels'] })
})
