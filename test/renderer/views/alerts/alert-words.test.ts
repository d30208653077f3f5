import { expect, test } from 'vitest'
import { nothingFound } from '../../../../src-renderer/views/alerts/alert-words.ts'

test('an empty list says that rules found nothing only where one is on', () => {
  expect(nothingFound([{ isOn: false }, { isOn: true }])).toMatch(/^The rules found nothing\./)
  expect(nothingFound([{ isOn: false }])).toMatch(/^No rule is on/)
})
