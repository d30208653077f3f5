import { readFileSync } from 'node:fs'

/** A process and its children, as Linux lists them. */
export const familyOf = (pid: number): number[] => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean)
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))]
}
