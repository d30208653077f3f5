// A desk holds thousands of brands, and the brands of a tag are named one by one: each call takes as many as there can be.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { CALL_NAMES, calls } from '../../src-shared/desk/contract.ts'
import { openFilledDesk } from '../support/filled-desk.ts'

const BRANDS = 2000

/** Calls that change something or ask the service, and the brands in view, which are few. */
const ACTS = new Set([
  'sync.run',
  'sync.cancel',
  'sync.prioritise',
  'service.confirmAddress',
  'outreach.checkMailboxes',
])
const MORE: Readonly<Record<string, object>> = { 'rankings.movers': { moves: 'real' } }
const namesBrands = (name: keyof typeof calls): boolean => {
  const schema = z.toJSONSchema(calls[name].input, { io: 'input', unrepresentable: 'any' })
  const needed = schema.required ?? []
  return 'brandIds' in (schema.properties ?? {}) && needed.every((field) => field === 'brandIds') && !ACTS.has(name)
}

test(`calls that read take ${BRANDS} brands by their ids`, async () => {
  const names = Array.from({ length: BRANDS }, (_, index) => `Brand ${index}`)
  const { call, brandIds } = await openFilledDesk(names, () => {})
  const asked = CALL_NAMES.filter(namesBrands)
  expect(asked.length).toBeGreaterThan(30)
  const refused: string[] = []
  for (const name of asked)
    await (call as (name: string, input: unknown) => Promise<unknown>)(name, { brandIds, ...MORE[name] }).catch(
      (error: unknown) => {
        refused.push(`${name}: ${error}`)
      },
    )
  expect(refused).toEqual([])
})
