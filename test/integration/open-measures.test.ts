// A service that names values otherwise, or gives measures in another unit or sign: what the desk shows is the same.
import { describe, expect, it } from 'vitest'
import type { SandboxOptions } from '../../src-sandbox/server.ts'
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { openSandbox } from '../support/sandbox.ts'

const RANKINGS = 'rankTracking.topKeywords'
const SANDBOX = { brands: 1, keywords: 60, days: 60, seed: 3 }

const openDesk = async (profile: NonNullable<SandboxOptions['profile']> = {}, more: SandboxOptions = {}) => {
  const sandbox = await openSandbox({ ...SANDBOX, ...more, profile })
  const desk = await openTestDesk()
  await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  await desk.call('desk.setSettings', { historyDays: 1 })
  const { id } = await desk.call('brands.add', { name: 'Acme', key: sandbox.keyOf(0), sessionOnly: true })
  const rankings = async (slice?: CallInput<'rankings.page'>['slice']) => {
    const run = await desk.sync({ datasets: ['rankings'], slice })
    const { rows } = await desk.call('rankings.page', { slice, limit: 500 })
    return { run, rows: rows.map(({ brandId: _, ...row }) => row) }
  }
  const sent = async () => (await sandbox.requests()).filter(({ operation }) => operation === RANKINGS)
  const readings = async () => {
    const { rows } = await desk.call('service.doctor', { brandId: id })
    return rows.find(({ operation }) => operation === RANKINGS)?.readings ?? []
  }
  return { ...desk, sandbox, rankings, sent, readings }
}

describe('devices, search types and countries', () => {
  it('are free texts, which reach the service as they are typed', async () => {
    const { rankings, sent, call } = await openDesk()
    const slice = { device: 'Smart TV', country: 'United States', searchType: 'discover' }
    const { run } = await rankings(slice)
    expect(run).toMatchObject({ failed: 1 }) // this service knows no such device
    expect((await sent()).at(-1)).toMatchObject({ query: slice, status: 400 })
    expect((await call('desk.setSettings', { defaultSlice: slice })).defaultSlice).toMatchObject(slice)
  })

  it('have the names that the profile maps them to, and the same rows', async () => {
    const values = { device: { mobile: 'MOBILE' }, country: { de: 'DEU-276' }, searchType: { image: 'IMAGES' } }
    const { rankings, sent, call } = await openDesk({ values: { [RANKINGS]: values } })
    await call('service.setProfile', { values: { [RANKINGS]: values } })
    const slice = { device: 'Mobile', country: 'DE', searchType: 'image' }
    const { run, rows } = await rankings(slice)
    expect(run).toMatchObject({ failed: 0 })
    expect((await sent()).at(-1)?.query).toMatchObject({ device: 'MOBILE', country: 'DEU-276', searchType: 'IMAGES' })
    expect(rows.length).toBeGreaterThan(3)
    expect(rows).toEqual((await (await openDesk()).rankings({ ...slice, device: 'mobile', country: 'de' })).rows)
  })

  it('that differ are other rankings, however they are written', async () => {
    const { rankings, call } = await openDesk()
    await rankings({ device: 'mobile', country: 'us' })
    const total = async (slice: CallInput<'rankings.page'>['slice']) => (await call('rankings.page', { slice })).total
    expect(await total({ device: 'MOBILE', country: 'US' })).toBeGreaterThan(0)
    expect(await total({ device: 'mobile/us', country: null })).toBe(0)
    expect(await total({ device: 'mobile us', country: null })).toBe(0)
  })
})

describe('a service with percentages and plus for a climb', () => {
  const READINGS = { ctr: 'percent', positionChange: 'previous-minus-current' } as const

  it('gives the same rows once the profile says so, pages included', async () => {
    const { rows: expected } = await (await openDesk()).rankings()
    const { rankings, call } = await openDesk({ readings: READINGS })
    const { rows: before } = await rankings()
    expect(Math.max(...before.map(({ ctr }) => ctr))).toBeGreaterThan(1)
    await call('service.setProfile', { readings: READINGS })
    const { rows } = await rankings()
    expect(rows).toEqual(expected)
    expect(expected.some(({ positionChange }) => (positionChange ?? 0) < 0)).toBe(true)
  })

  it('is recognised by the doctor, which applies nothing itself', async () => {
    const { readings, call } = await openDesk({ readings: READINGS })
    const found = await readings()
    expect(found).toMatchObject([
      {
        reading: 'ctr',
        set: 'share',
        seems: 'percent',
        text: expect.stringContaining('The profile reads it as a share'),
      },
      { reading: 'positionChange', set: 'current-minus-previous', seems: 'previous-minus-current' },
    ])
    expect((await call('service.profile', {})).readings).toEqual({
      ctr: 'share',
      positionChange: 'current-minus-previous',
    })
    await call('service.setProfile', { readings: READINGS })
    expect(await readings()).toMatchObject([{ set: 'percent', seems: 'percent' }, { seems: READINGS.positionChange }])
  })
})

it('the doctor finds our own units and signs right, and says so where rows are too few to tell', async () => {
  const { readings } = await openDesk()
  expect(await readings()).toMatchObject([
    { seems: 'share', text: expect.stringContaining('The CTR is a share') },
    { seems: 'current-minus-previous' },
  ])
  const few = await openDesk({}, { keywords: 3, days: 2 })
  const [ctr, change] = await few.readings()
  expect(ctr).toMatchObject({
    seems: null,
    text: expect.stringMatching(/Too few rows .*: \d have enough clicks, and 5 are needed/),
  })
  expect(change).toMatchObject({
    seems: null,
    text: expect.stringMatching(/Too few keywords .*: 0 changed .* 5 are needed/),
  })
})
