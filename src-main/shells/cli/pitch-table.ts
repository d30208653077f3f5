// The results of all pitches, brand by brand: the sums must equal the number given.
import type { IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { plural } from './command.ts'

export const sumsOf = (brand: string, given: number, intent: IntentWithItems) => {
  const count = (isMeant: (item: IntentWithItems['items'][number]) => boolean) => intent.items.filter(isMeant).length
  const updated = count(({ state, result }) => state === 'confirmed' && result.as === 'updated')
  const queued = count(({ state }) => state === 'confirmed') - updated
  const skipped = count(({ state }) => state === 'skipped')
  const failed = count(({ state }) => state === 'failed' || state === 'cancelled')
  const unknown = count(({ state }) => state === 'unknown')
  const isAll = queued + updated + skipped + failed + unknown === given
  return {
    brand,
    intentId: intent.id,
    pitches: given,
    queued,
    updated,
    skipped,
    failed,
    unknown,
    /** Every pitch is accounted for, and the service's own counts say the same. */
    agrees: isAll && (intent.problem ?? null) === null,
    reason: intent.reason,
  }
}

type PitchSums = ReturnType<typeof sumsOf>

const COUNTS = ['pitches', 'queued', 'updated', 'skipped', 'failed', 'unknown'] as const
const HEAD = ['brand', ...COUNTS, 'counts agree']

const cellsOf = (row: PitchSums): string[] => [
  row.brand,
  ...COUNTS.map((name) => String(row[name])),
  row.agrees ? 'yes' : 'NO',
]

const totalOf = (rows: readonly PitchSums[]): string[] => [
  plural(rows.length, 'brand'),
  ...COUNTS.map((name) => String(rows.reduce((total, row) => total + row[name], 0))),
  rows.every(({ agrees }) => agrees) ? 'yes' : 'NO',
]

/** Aligned columns, a total under a line, and a reason for each brand where something did not go through. */
export const pitchTable = (rows: readonly PitchSums[]): string => {
  const body = rows.map(cellsOf)
  const total = totalOf(rows)
  const widths = HEAD.map((title, index) =>
    Math.max(title.length, ...[...body, total].map((cells) => (cells[index] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ')
  const rule = '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2))
  const reasons = rows.flatMap(({ brand, reason }) => (reason === null ? [] : [`  ${brand}: ${reason}`]))
  return [line(HEAD), rule, ...body.map(line), rule, line(total), ...reasons].join('\n')
}
