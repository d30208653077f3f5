// A switch that one desk of a team made is one version, whatever older state the others hold in their caches.
import { expect, onTestFinished, test } from 'vitest'
import { listAnnotations } from '../../../src-main/annotations/queries/annotation-list.ts'
import { insertBrand } from '../../../src-main/brands/queries/brands.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { saveInterval, saveModels } from '../../../src-main/visibility/queries/ai-visibility.ts'
import { newVisibility, saveVersion } from '../../../src-main/visibility/queries/visibility-versions.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand } from '../../support/temp-store.ts'

const DAY_MS = 86_400_000
const START_MS = Date.parse('2026-11-01T10:00:00Z')

const openDesk = () => {
  const { db } = openForWriting(tempHome(), tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  const { id: brandId } = insertBrand(db, newBrand('One'))
  const at = (day: number) => ({ brandId, fetchedAtMs: START_MS + day * DAY_MS })
  return {
    readModels: (day: number, isActive: boolean) =>
      saveModels(db, {
        ...at(day),
        models: [{ modelId: 'm', name: 'Model', isActive, canEnable: true, planId: null }],
      }),
    readInterval: (day: number, days: number) => {
      const interval = { planFloor: 1, allowedIntervals: [7, 3, 1], customInterval: null, effectiveInterval: days }
      saveInterval(db, { ...at(day), interval })
    },
    keep: () => {
      const found = newVisibility(db, { brandId })
      if (found !== null) saveVersion(db, { brandId, isByDesk: false, ...found })
    },
    /** As the mirror brings it. */
    keptByColleague: (day: number, isOn: boolean, intervalDays: number) => {
      const state = { models: [['m', 'Model', isOn ? 1 : 0] as const], intervalDays }
      saveVersion(db, { brandId, isByDesk: true, atMs: START_MS + day * DAY_MS, state })
    },
    events: () =>
      listAnnotations(db, {
        ...calls['annotations.list'].input.parse({ kinds: ['model', 'interval'] }),
        pages: null,
      }).rows.map(({ day, text }) => `${day} ${text}`),
  }
}

test('models that were read before a colleague switched one do not switch it back', () => {
  const desk = openDesk()
  desk.readModels(0, false)
  desk.readInterval(0, 7)
  desk.keep()
  desk.keptByColleague(1, true, 7)
  // This desk sets another interval, and reads no models for it.
  desk.readInterval(2, 3)
  desk.keep()
  expect(desk.events()).toEqual([
    '2026-11-03 AI tracking is refreshed every 3 days, before every 7 days',
    '2026-11-02 AI tracking: Model switched on',
  ])
  desk.readModels(3, true)
  desk.readInterval(3, 3)
  desk.keep()
  expect(desk.events()).toHaveLength(2)
  desk.readModels(4, false)
  desk.keep()
  expect(desk.events()[0]).toBe('2026-11-05 AI tracking: Model switched off')
})

test('a version that was read before the newest one is not kept after it', () => {
  const desk = openDesk()
  desk.keptByColleague(0, false, 7)
  desk.keptByColleague(3, true, 7)
  desk.keptByColleague(2, false, 7)
  expect(desk.events()).toEqual(['2026-11-04 AI tracking: Model switched on'])
})
