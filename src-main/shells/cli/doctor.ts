// The report of the service doctor for people: one line an operation, and beneath it what did not fit.

import type { DoctorRow } from '../../../src-shared/desk/service.ts'
import { doctorVerdict, misreadOf } from '../../../src-shared/desk/values/doctor-verdict.ts'
import { callDesk } from '../../desk.ts'
import { JSON_OPTION, parse } from './arguments.ts'
import { type Command, findBrandIds, print, UsageError } from './command.ts'

const isIll = (row: DoctorRow): boolean =>
  row.reachable === false || row.problems.length > 0 || row.misfits.length > 0 || misreadOf(row).length > 0

const linesOf = (row: DoctorRow): string[] => {
  const facts = [row.status, row.latencyMs === null ? null : `${row.latencyMs} ms`].filter((fact) => fact !== null)
  const arrived = row.arrived.map(({ path, type }) => `${path} (${type})`).join(', ')
  return [
    `${doctorVerdict(row).padEnd(13)} ${row.operation.padEnd(29)} ${row.method} ${row.path}${facts.length === 0 ? '' : `  ${facts.join(', ')}`}`,
    ...[...row.problems, row.note, ...row.readings.map(({ text }) => text)]
      .filter((text) => text !== '')
      .map((text) => `    ${text}`),
    ...row.misfits.map(({ path, expected, found }) => `    ${path || 'reply'}: expected ${expected}, found ${found}`),
    ...(row.misfits.length > 0 && arrived !== '' ? [`    arrived: ${arrived}`] : []),
    ...row.suggestions.map(
      ({ ourPath, wirePath, reason }) => `    suggested mapping: ${ourPath} from ${wirePath} (${reason})`,
    ),
  ]
}

const footOf = (rows: readonly DoctorRow[]): string => {
  const asked = rows.filter(({ reachable }) => reachable !== null)
  const hints = rows.some((row) => row.suggestions.length > 0 || misreadOf(row).length > 0)
    ? ' Review and apply suggestions in Settings → Advanced → Service doctor, or with `desk call service.setProfile`.'
    : ''
  return `${asked.length} of ${rows.length} operations tested, ${rows.filter(isIll).length} with problems.${hints}`
}

/** Exit code 1 where an operation failed or its reply does not fit. */
export const doctorCommand = (args: string[]): Command => {
  const { values, positionals } = parse(args, JSON_OPTION, 1)
  const [brand] = positionals
  if (brand === undefined) throw new UsageError('Give a brand: desk doctor <brand>.')
  return async (desk, terminal) => {
    const [brandId = brand] = await findBrandIds(desk, [brand])
    const report = await callDesk(desk, 'service.doctor', { brandId })
    await print(terminal, values.json, report, [...report.rows.flatMap(linesOf), footOf(report.rows)].join('\n'))
    return report.rows.some(isIll) ? 1 : 0
  }
}
