import { expect, test } from 'vitest'
import { causesIn, fallOf, isOfTopic, kindsIn } from './small-brand.ts'

test('a topic fell where its keywords on several pages did and those of other topics did not', () => {
  const found = causesIn({ changeOn: fallOf(isOfTopic) })
  expect(found).toHaveLength(10)
  for (const { causes } of found) {
    expect(causes.map(({ kind }) => kind)).toEqual(['topic'])
    expect(causes[0]?.figures).toEqual({
      topic: 'boots',
      together: { of: 8, fell: 8 },
      controls: { of: 24, fell: 0 },
    })
  }
})

test('without topics the same fall has no cause, and that is said', () => {
  const found = causesIn({ changeOn: fallOf(isOfTopic), facts: { topics: [] } })
  expect(found).toHaveLength(10)
  for (const { causes, unchecked } of found) {
    expect(causes).toEqual([])
    expect(unchecked).toContain('no-topics')
  }
})

test('keywords that have no topic in common have no cause', () => {
  expect(kindsIn({ changeOn: fallOf((keyword) => [1, 10, 19, 36].includes(keyword)) })).toEqual([null])
})
