import type { DoctorRow } from '../../../src-shared/desk/service.ts'
import { fixedStart } from '../../../src-shared/service/operation-path.ts'

type Row = Pick<DoctorRow, 'operation' | 'path' | 'reachable' | 'problems'>

const UNTESTED = 'The change itself is not tested.'

const resourceOf = ({ operation }: Row): string => operation.split('.')[0] ?? ''

/**
 * What the lists beside an operation say of its path, where the path has a value in it: the doctor never tests a change.
 * Empty where there is nothing to say.
 */
export const pathNote = (row: Row, rows: readonly Row[]): string => {
  const start = fixedStart(row.path)
  if (row.reachable !== null || row.problems.length > 0 || start === row.path) return ''
  const answering = rows.filter(
    (other) => resourceOf(other) === resourceOf(row) && other.reachable === true && other.problems.length === 0,
  )
  const [first] = answering
  if (first === undefined)
    return `Nothing beside it answers, so its path is not compared with that of a list. ${UNTESTED}`
  const near = answering.find(({ path }) => path === start || path.startsWith(`${start}/`))
  return near === undefined
    ? `No list answers at ${start}, where this path begins: ${first.operation} answers at ${first.path}. Check the path. ${UNTESTED}`
    : `${near.operation} answers at ${near.path}, where this path begins. ${UNTESTED}`
}
