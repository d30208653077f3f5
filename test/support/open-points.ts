import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type OperationName, OperationNameSchema } from '../../src-shared/service/operations.ts'

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'open-points.md')
/** Details after which an operation is not documented. */
const DECISIVE = ['method', 'path', 'request', 'reply'] as const
const PartsSchema = z.array(z.enum([...DECISIVE, 'query', 'paging', 'values', 'measures', 'status', 'teamId']))
const NO_OPERATION = ['every operation', 'the receiver']

type Part = z.infer<typeof PartsSchema>[number]
type OpenPoint = {
  readonly settled: string
  readonly concerns: readonly { readonly names: readonly OperationName[]; readonly parts: readonly Part[] }[]
}

const readConcern = (text: string) => {
  const [names = '', parts = ''] = text.split(': ')
  return {
    names: names.split(', ').map((name) => OperationNameSchema.parse(name.replaceAll('`', ''))),
    parts: PartsSchema.parse(parts.split(', ')),
  }
}

/** The table of docs/open-points.md; throws where a row names an unknown operation or detail. */
export const readOpenPoints = (): OpenPoint[] =>
  readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => {
      const [, settled = '', concerns = ''] = line.split('|').slice(1, -1)
      const text = concerns.trim()
      return { settled, concerns: NO_OPERATION.includes(text) ? [] : text.split('; ').map(readConcern) }
    })

export const openParts = (points: readonly OpenPoint[], name: OperationName): ReadonlySet<Part> =>
  new Set(points.flatMap(({ concerns }) => concerns.flatMap(({ names, parts }) => (names.includes(name) ? parts : []))))

export const isOpen = (points: readonly OpenPoint[], name: OperationName): boolean => {
  const parts = openParts(points, name)
  return DECISIVE.some((part) => parts.has(part))
}
