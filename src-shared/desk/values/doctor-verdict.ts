import type { DoctorReading, DoctorRow } from '../service.ts'

type Tested = Pick<DoctorRow, 'reachable' | 'offered' | 'problems' | 'misfits' | 'readings'>

/** What the rows show otherwise than the profile says. */
export const misreadOf = ({ readings }: Pick<DoctorRow, 'readings'>): DoctorReading[] =>
  readings.filter(({ set, seems }) => seems !== null && seems !== set)

/** What the doctor found of one operation, in a word or two. */
export const doctorVerdict = (row: Tested): string => {
  const { reachable, offered, problems, misfits } = row
  if (!offered) return 'not offered'
  if (problems.length > 0) return 'failed'
  if (reachable === null) return 'not tested'
  return misfits.length > 0 || misreadOf(row).length > 0 ? 'does not match' : 'matches'
}
