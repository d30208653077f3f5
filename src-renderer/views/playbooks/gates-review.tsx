import { Button, Checkbox, Group, Select } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useTypedNumber } from '../../parts/fields/typed-number.tsx'
import { Page, Panel } from '../../parts/panel.tsx'
import { BrandLine, BrandLines, ReviewFoot, Why } from '../../parts/review-page.tsx'
import { useAction } from '../../parts/use-action.ts'
import { brandName } from '../../state/brands.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { approveSteps, openReview } from '../../state/playbooks.ts'
import { BackToList } from './back-to-list.tsx'
import { type AskingRun, type GateGroup, groupGates } from './gate-groups.ts'
import classes from './playbooks.module.css'
import { priceLabel } from './run-labels.ts'

type Errors = ReadonlyMap<string, DeskErrorValue>

type LineProps = {
  readonly run: AskingRun
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
  readonly error: DeskErrorValue | undefined
}

/** What exactly is done for a brand, how many, and its price. */
const GateLine = ({ run, isChosen, onChoose, error }: LineProps) => (
  <BrandLine brandId={run.brandId}>
    <Group justify="space-between" wrap="nowrap" gap={16}>
      <Checkbox
        label={run.gate.action}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <span className="numbers">{priceLabel(run.gate)}</span>
    </Group>
    <div className={`soft ${classes.gateLines}`}>
      {run.gate.lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
    {error === undefined ? null : <Why error={error} hasNextStep />}
  </BrandLine>
)

const verbOf = ({ kind, label }: GateGroup, credits: number): string => {
  if (credits > 0) return `Spend up to ${plural(credits, 'credit')} for`
  return kind === 'person' ? 'Mark as done for' : `${label} for`
}

type ConfirmProps = {
  readonly group: GateGroup
  readonly runs: readonly AskingRun[]
  readonly onRefused: (refused: Errors) => void
}

const Confirm = ({ group, runs, onRefused }: ConfirmProps) => {
  const [acceptsBudget, setAcceptsBudget] = useState(false)
  const { isTyped, field } = useTypedNumber(runs.length)
  const { error, isBusy, run: act } = useAction()
  const over = runs.filter(({ gate }) => gate.passesBudget).length
  const credits = runs.reduce((sum, { gate }) => sum + (gate.credits ?? 0), 0)
  const confirm = async () => {
    const gates = runs.map(({ id, index, gate }) => ({
      ...{ runId: id, index, gate: gate.no },
      acceptsBudget: gate.passesBudget && acceptsBudget,
    }))
    const reply = await act(approveSteps({ gates }))
    if (reply.ok) onRefused(refusedOf(reply.value))
  }
  return (
    <>
      <ErrorNotice error={error} title="Nothing was confirmed" />
      <ReviewFoot note="Each brand has its own approval. What has changed since this list was read asks again, and nothing is done for it.">
        {field}
        {over === 0 ? null : (
          <Checkbox
            checked={acceptsBudget}
            onChange={(event) => setAcceptsBudget(event.currentTarget.checked)}
            label={`Exceed the monthly budget of ${plural(over, 'brand')}`}
          />
        )}
        <Button
          loading={isBusy}
          disabled={runs.length === 0 || !isTyped || (over > 0 && !acceptsBudget)}
          onClick={() => void confirm()}
        >
          <ActionLabel what={verbOf(group, credits)} brandIds={runs.map(({ brandId }) => brandId)} />
        </Button>
      </ReviewFoot>
    </>
  )
}

const refusedOf = ({ results }: CallOutput<'playbooks.approveMany'>): Errors =>
  new Map(results.flatMap(({ runId, error }) => (error === null ? [] : [[runId, error]])))

const GroupReview = ({ group }: { readonly group: GateGroup }) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Errors>(new Map())
  const chosen = group.runs.filter(({ id }) => !left.has(id))
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(left)
    if (isChosen) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  const isAll = chosen.length === group.runs.length
  return (
    <>
      <Panel
        isFlush
        title={`${group.name}: ${group.label}`}
        aside={
          <Checkbox
            label={`${formatWhole(chosen.length)} of ${plural(group.runs.length, 'brand')}`}
            checked={isAll}
            indeterminate={!isAll && chosen.length > 0}
            onChange={() => setLeft(new Set(isAll ? group.runs.map(({ id }) => id) : []))}
          />
        }
      >
        <BrandLines label="What you confirm">
          {group.runs.map((run) => (
            <GateLine
              key={run.id}
              run={run}
              isChosen={!left.has(run.id)}
              onChoose={(isChosen) => choose(run.id, isChosen)}
              error={refused.get(run.id)}
            />
          ))}
        </BrandLines>
      </Panel>
      <Confirm key={chosen.length} group={group} runs={chosen} onRefused={setRefused} />
    </>
  )
}

/** Gates at which several brands wait, in one review: each with what is done, how many, and its price. */
export const GatesReview = ({ wanted }: { readonly wanted: string }) => {
  const brandIds = brandIdsOf(useScope())
  const { value, error, reload } = useDesk('playbooks.runs', { brandIds, filter: { state: ['waiting'] }, limit: 500 })
  const groups = groupGates(value?.rows ?? [], brandName)
  const group = groups.find(({ key }) => key === wanted) ?? groups[0]
  return (
    <Page note={<BackToList />}>
      <ErrorNotice error={error} title="The runs could not be read" onRetry={reload} />
      {groups.length < 2 || group === undefined ? null : (
        <Select
          w={460}
          label="Step"
          allowDeselect={false}
          data={groups.map(({ key, name, label, runs }) => ({
            value: key,
            label: `${name}: ${label} (${plural(runs.length, 'brand')})`,
          }))}
          value={group.key}
          onChange={(key) => key !== null && openReview(key)}
        />
      )}
      {value !== undefined && group === undefined ? (
        <EmptyState title="No run waits for you">What you confirmed continues automatically.</EmptyState>
      ) : null}
      {group === undefined ? null : <GroupReview key={group.key} group={group} />}
    </Page>
  )
}
