import type { Gate, RunRow } from '../../../src-shared/desk/playbooks.ts'
import { stepLabel } from '../../../src-shared/desk/values/playbook-labels.ts'
import type { GateKind } from '../../../src-shared/desk/values/playbook-names.ts'

/** A run that waits at a gate which a person can answer without typing a key. */
export type AskingRun = {
  readonly id: string
  readonly brandId: string
  readonly index: number
  readonly gate: Gate
}
/** Brands at the same step of the same playbook. */
export type GateGroup = {
  readonly key: string
  readonly name: string
  /** Of the step. */
  readonly label: string
  readonly kind: GateKind
  readonly runs: readonly AskingRun[]
}

const keyOf = ({ playbookId, current }: RunRow): string =>
  current === null ? '' : `${playbookId} ${current.index} ${stepLabel(current.step)}`

const askingOf = ({ id, brandId, current }: RunRow): AskingRun[] =>
  brandId === null ||
  current?.gate == null ||
  current.state !== 'waiting' ||
  current.approval !== null ||
  current.gate.kind === 'input'
    ? []
    : [{ id, brandId, index: current.index, gate: current.gate }]

/** The largest group first; brands by name. */
export const groupGates = (rows: readonly RunRow[], nameOf: (brandId: string) => string): GateGroup[] =>
  [...Map.groupBy(rows, keyOf)]
    .flatMap(([key, group]): GateGroup[] => {
      const runs = group.flatMap(askingOf).toSorted((a, b) => nameOf(a.brandId).localeCompare(nameOf(b.brandId)))
      const [first] = runs
      const step = group[0]?.current?.step
      if (first === undefined || step === undefined) return []
      return [{ key, name: group[0]?.name ?? '', label: stepLabel(step), kind: first.gate.kind, runs }]
    })
    .toSorted((a, b) => b.runs.length - a.runs.length)
