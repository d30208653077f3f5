import type { DoctorRow } from './service.ts'

type Tested = Pick<DoctorRow, 'reachable' | 'offered' | 'problems' | 'misfits'>

/** What the doctor found of one operation, in a word or two. */
export const doctorVerdict = ({ reachable, offered, problems, misfits }: Tested): string => {
  if (!offered) return 'not offered'
  if (problems.length > 0) return 'failed'
  if (reachable === null) return 'not tested'
  return misfits.length > 0 ? 'does not match' : 'matches'
}
