import { expect, test } from 'vitest'
import { placesNow } from '../../../src-renderer/commands/palette.tsx'
import { useLocation } from '../../../src-renderer/state/location.ts'

const tabWithKeys = (keys: string) => placesNow().flatMap((place) => (place.keys === keys ? [place.id] : []))

test('the palette shows the keys of a place at the tab that they open', () => {
  useLocation.setState({ view: 'today', visited: ['today'] })
  expect(tabWithKeys('g r')).toEqual(['rankings'])
  useLocation.setState({ view: 'today', visited: ['today', 'opportunities', 'rankings'] })
  expect(tabWithKeys('g r')).toEqual(['opportunities'])
  expect(tabWithKeys('g t')).toEqual(['today'])
  useLocation.setState({ view: 'opportunities', visited: ['opportunities', 'rankings'] })
  expect(tabWithKeys('g r')).toEqual(['rankings'])
})
