import { expect, test } from 'vitest'
import { clustersOf } from '../../../../src-renderer/views/research/keyword-facts.tsx'

test('keyword belongs to the clusters whose words it has, in any order and case', () => {
  const clusters = [{ name: 'Winter jackets' }, { name: 'jackets' }, { name: 'tents' }, { name: '—' }]
  expect(clustersOf('best Jackets for winter', clusters)).toEqual(['Winter jackets', 'jackets'])
  expect(clustersOf('tent', clusters)).toEqual([])
})
