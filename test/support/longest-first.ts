// The order of test files: those that take minutes or most of one begin, with their project, so that none of them runs alone at
// the end. vitest knows no times on a fresh clone and goes by the size of a file, which says little of a short text that waits.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONGEST = [
  'faults/soak',
  'faults/receiver-kill',
  'faults/playbook-kills',
  'main/shells/electron/conformance',
  'project/package',
]
const isLong = ({ moduleId }: TestSpecification): boolean =>
  LONGEST.some((name) => moduleId.endsWith(`/test/${name}.test.ts`))
const byLength = (a: boolean, b: boolean): number => Number(b) - Number(a)

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...byProject.values()]
      .toSorted((a, b) => byLength(a.some(isLong), b.some(isLong)))
      .flatMap((own) => own.toSorted((a, b) => byLength(isLong(a), isLong(b))))
  }
}
