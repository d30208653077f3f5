// In which unit and sign a service gives measures of rankings: its interface leaves both open. The desk has one of each: a
// CTR is a share from 0 to 1, a change is current minus previous. Replies are converted where they are read.
import { z } from 'zod'
import type { Operation } from './define.ts'
import { isObject, type JsonObject } from './named-values.ts'
import { type OperationName, operations } from './operations.ts'

export const CTR_READINGS = ['share', 'percent'] as const
export const CHANGE_READINGS = ['current-minus-previous', 'previous-minus-current'] as const

export const ReadingsSchema = z.strictObject({
  ctr: z.enum(CTR_READINGS),
  positionChange: z.enum(CHANGE_READINGS),
})
export type Readings = z.infer<typeof ReadingsSchema>

/** As the desk has them itself. */
export const DEFAULT_READINGS: Readings = { ctr: 'share', positionChange: 'current-minus-previous' }

/** Whether the replies of an operation hold such measures. */
export const hasReadings = (name: OperationName): boolean => {
  const { hasMeasures }: Operation = operations[name]
  return hasMeasures === true
}

type Convert = (value: number) => number

const SHARES = ['ctr', 'ctrChange'] as const

const withNumber = (row: JsonObject, name: string, convert: Convert): JsonObject => {
  const value = row[name]
  return typeof value === 'number' ? { ...row, [name]: convert(value) } : row
}

const convertRow = (row: unknown, { ctr, positionChange }: Readings, share: Convert): unknown => {
  if (!isObject(row)) return row
  const pages = row.rankedPages
  let converted = row
  if (ctr === 'percent') for (const name of SHARES) converted = withNumber(converted, name, share)
  if (positionChange === 'previous-minus-current')
    converted = withNumber(converted, 'positionChange', (change) => 0 - change)
  const read = (page: unknown) => convertRow(page, { ctr, positionChange }, share)
  return Array.isArray(pages) ? { ...converted, rankedPages: pages.map(read) } : converted
}

const converted = (readings: Readings | undefined, reply: unknown, share: Convert): unknown => {
  if (readings === undefined || !isObject(reply) || !Array.isArray(reply.items)) return reply
  return { ...reply, items: reply.items.map((row: unknown) => convertRow(row, readings, share)) }
}

/** Digits that a double holds exactly: 3.4 becomes 0.034. */
const exact = (value: number): number => Number(value.toPrecision(14))

/** A reply under our names, in our units and signs. Without readings it is the same value. */
export const toOurReadings = (readings: Readings | undefined, reply: unknown): unknown =>
  converted(readings, reply, (percent) => exact(percent / 100))

/** The other way round, as a service with these readings answers. */
export const toWireReadings = (readings: Readings | undefined, reply: unknown): unknown =>
  converted(readings, reply, (share) => exact(share * 100))
