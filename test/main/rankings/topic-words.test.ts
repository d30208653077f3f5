import { expect, test } from 'vitest'
import { createTopicKeywords, hasTopic, topicWords } from '../../../src-main/rankings/rules/topic-words.ts'
import { createRandom } from '../../support/random.ts'

test('keywords of a topic have each of its words whole, in any order, a plural s aside', () => {
  const keywords = [
    'boots for rain',
    'boot',
    'rain boot',
    'bootleg rain',
    'training boots',
    '',
    'rain',
    'rainy boots',
    'a\nboots, rain',
  ]
  const find = createTopicKeywords(keywords)
  expect(find(topicWords('Rain Boots'))).toEqual([0, 2, 8])
  expect(find(topicWords('boots'))).toEqual([0, 1, 2, 4, 7, 8])
  expect(find(topicWords('tents'))).toEqual([])
  expect(find(topicWords('for the'))).toEqual([])
  expect(createTopicKeywords([])(['boot'])).toEqual([])
})

test('a search through all texts finds what reading each keyword finds', () => {
  const random = createRandom(9)
  const words = ['boot', 'boots', 'bo', 'rain', 'rains', 'train', 'glass', 'ä', 'äs', 'maps', 'map']
  const draw = (most: number) =>
    Array.from({ length: Math.floor(most * random()) }, () => words[Math.floor(words.length * random())] ?? '').join(
      ' ',
    )
  const keywords = Array.from({ length: 300 }, () => draw(5))
  const find = createTopicKeywords(keywords)
  for (let round = 0; round < 100; round += 1) {
    const topic = topicWords(draw(4))
    const read = keywords.flatMap((keyword, place) => (topic.length > 0 && hasTopic(keyword, topic) ? [place] : []))
    expect(find(topic)).toEqual(read)
  }
})
