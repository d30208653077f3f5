import { beforeEach, expect, test } from 'vitest'
import {
  addPeople,
  clearCompose,
  onlyBrand,
  ownVariables,
  recipientsOf,
  removePeople,
  setCompose,
  useCompose,
  withPeople,
} from '../../../src-renderer/state/compose/compose.ts'
import { QUEUE_ITEMS_MAX } from '../../../src-shared/desk/outreach.ts'

const person = (brandId: string, contactId: string, variables?: Record<string, string>) =>
  variables === undefined ? { brandId, contactId } : { brandId, contactId, variables }

beforeEach(clearCompose)

test('a recipient added again is kept once, with the newer variables', () => {
  const { people } = withPeople([], [person('a', '1', { offer: 'old', city: 'Rome' }), person('a', '2')])
  const added = withPeople(people, [person('a', '1', { offer: 'new' }), person('b', '1')])
  expect(added).toMatchObject({ already: 1, tooMany: 0 })
  expect(recipientsOf(added.people)).toEqual([
    person('a', '1', { offer: 'new', city: 'Rome' }),
    person('a', '2'),
    person('b', '1'),
  ])
  expect(ownVariables(added.people)).toEqual(['offer', 'city'])
})

test('recipients beyond the limit are not added, and are counted', () => {
  const many = Array.from({ length: QUEUE_ITEMS_MAX + 3 }, (_, index) => person('a', String(index)))
  const added = withPeople([], many)
  expect(added.people).toHaveLength(QUEUE_ITEMS_MAX)
  expect(added.tooMany).toBe(3)
})

test('the preview stays on its recipient while others are removed, and moves on when it is removed', () => {
  addPeople([person('a', '1'), person('b', '2'), person('a', '3'), person('b', '4')])
  setCompose({ at: 2 })
  removePeople(({ brandId }) => brandId === 'b')
  expect(useCompose.getState().people[useCompose.getState().at]?.contactId).toBe('3')
  removePeople(({ contactId }) => contactId === '3')
  expect(useCompose.getState().people[useCompose.getState().at]?.contactId).toBe('1')
  removePeople(() => true)
  expect(useCompose.getState()).toMatchObject({ people: [], at: 0 })
})

test('removed recipients can be restored unchanged', () => {
  addPeople([person('a', '1'), person('b', '2')])
  const before = removePeople(({ brandId }) => brandId === 'a')
  setCompose({ people: before })
  expect(recipientsOf(useCompose.getState().people)).toEqual([person('a', '1'), person('b', '2')])
})

test('brand of the draft is the single brand, or none', () => {
  expect(onlyBrand([])).toBeNull()
  expect(onlyBrand(withPeople([], [person('a', '1'), person('a', '2')]).people)).toBe('a')
  expect(onlyBrand(withPeople([], [person('a', '1'), person('b', '2')]).people)).toBeNull()
})
