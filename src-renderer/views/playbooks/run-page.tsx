import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import type { Run, RunStep } from '../../../src-shared/desk/playbooks.ts'
import { stepLabel } from '../../../src-shared/desk/values/playbook-labels.ts'
import { useDesk } from '../../data/use-desk.ts'
import { keyStateLabel, needsKey } from '../../format/brand-sign.ts'
import { plural } from '../../format/numbers.ts'
import { formatMoment } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useBrand } from '../../state/brands.ts'
import { go } from '../../state/location.ts'
import { cancelRun, decideStep, retryStep, skipStep } from '../../state/playbooks.ts'
import { editBrand } from '../../state/ui.ts'
import { BackToList } from './back-to-list.tsx'
import { GatePanel } from './gate-panel.tsx'
import classes from './playbooks.module.css'
import { RUN_LABELS, STEP_LABELS } from './run-labels.ts'

/** While the brand of a run has no usable key; one that was kept for the session is gone after a restart. */
const KeyNotice = ({ brandId }: { readonly brandId: string }) => {
  const brand = useBrand(brandId)
  if (brand === undefined || !needsKey(brand.keyState)) return null
  return (
    <Notice
      tone="warn"
      role="status"
      actions={
        <Button variant="default" size="compact-xs" onClick={() => editBrand(brandId, 'key')}>
          Enter key
        </Button>
      }
    >
      {keyStateLabel(brand.keyState)}: steps that ask the service fail. Enter the key, then retry the step.
      {brand.keyState === 'missing' ? ' A key that was kept for the session ended with the desk.' : ''}
    </Notice>
  )
}

type StepProps = { readonly run: Run; readonly step: RunStep; readonly isCurrent: boolean }

const SkipDialog = ({ run, step, onClose }: Omit<StepProps, 'isCurrent'> & { readonly onClose: () => void }) => {
  const [reason, setReason] = useState('')
  const { error, isBusy, run: act } = useAction()
  const submit = async () => {
    const reply = await act(skipStep({ runId: run.id, index: step.index }, reason))
    if (reply.ok) onClose()
  }
  return (
    <DialogForm
      submit="Skip step"
      canSubmit={reason.trim() !== ''}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onCancel={onClose}
    >
      <TextField
        data-autofocus
        label="Why is this step skipped?"
        description="The reason stays with the run."
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <ErrorNotice error={error} title="The step was not skipped" />
    </DialogForm>
  )
}

const isSkippable = ({ state, approval }: RunStep): boolean =>
  state === 'pending' || state === 'failed' || state === 'unknown' || (state === 'waiting' && approval === null)

const StepActions = ({ run, step, isCurrent }: StepProps) => {
  const [isSkipping, setSkipping] = useState(false)
  const target = { runId: run.id, index: step.index }
  const isOver = run.state === 'done' || run.state === 'cancelled'
  const { intentId, state } = step
  const label = stepLabel(step.step)
  return (
    <div className={classes.end}>
      {intentId === null ? null : (
        <Button
          variant="subtle"
          onClick={() => go({ view: 'activity', scope: run.brandId ?? 'all', params: { open: intentId } })}
        >
          View in Activity
        </Button>
      )}
      {state === 'unknown' ? (
        <>
          <Button variant="default" onClick={() => void decideStep(target, 'done')}>
            It was done
          </Button>
          <Button variant="default" onClick={() => void decideStep(target, 'failed')}>
            It was not done
          </Button>
        </>
      ) : null}
      {state === 'failed' && !isOver ? (
        <Button variant="default" aria-label={`Retry: ${label}`} onClick={() => void retryStep(target)}>
          Retry
        </Button>
      ) : null}
      {isCurrent && isSkippable(step) && !isOver ? (
        <Button variant="default" aria-label={`Skip: ${label}`} onClick={() => setSkipping(true)}>
          Skip …
        </Button>
      ) : null}
      <Modal opened={isSkipping} onClose={() => setSkipping(false)} title={label}>
        {isSkipping ? <SkipDialog run={run} step={step} onClose={() => setSkipping(false)} /> : null}
      </Modal>
    </div>
  )
}

/** Long runs open at the step that they are at. */
const reveal = (line: HTMLLIElement | null): void => line?.scrollIntoView({ block: 'nearest' })

const StepLine = ({ run, step, isCurrent }: StepProps) => {
  const { word, tone, about } = STEP_LABELS[step.state]
  const isQuiet = step.state === 'done' || step.state === 'skipped'
  const isAsking = step.state === 'waiting' && step.approval === null && step.gate !== null
  const who = step.approval?.by
  return (
    <li className={classes.step} aria-current={isCurrent ? 'step' : undefined} ref={isCurrent ? reveal : undefined}>
      <span className={`${classes.number} toned`} data-tone={tone} aria-hidden>
        {step.index + 1}
      </span>
      <div className={classes.body}>
        <div className={classes.head}>
          <strong>{stepLabel(step.step)}</strong>
          <StateWord word={word} tone={tone} about={about} />
          {isQuiet && step.result !== null ? <span className="soft">{step.result}</span> : null}
          {step.gate?.credits == null ? null : (
            <span className="soft">up to {plural(step.gate.credits, 'credit')}</span>
          )}
          {who == null ? null : <span className="soft">confirmed by {who}</span>}
          <StepActions run={run} step={step} isCurrent={isCurrent} />
        </div>
        {isQuiet || step.result === null ? null : (
          <div className={step.state === 'failed' ? 'bad' : 'soft'}>{step.result}</div>
        )}
        {isAsking && step.gate !== null ? (
          <GatePanel key={step.gate.no} run={run} step={step} gate={step.gate} />
        ) : null}
      </div>
    </li>
  )
}

const isOverStep = ({ state, step }: RunStep): boolean =>
  state === 'done' || state === 'skipped' || state === 'cancelled' || (state === 'failed' && step.goesOn)

/** One run: its steps from the first to the last, each with its state and result; the one that asks with what it asks. */
export const RunPage = ({ id }: { readonly id: string }) => {
  const { value: run, error, reload } = useDesk('playbooks.run', { id })
  const back = <BackToList />
  if (run === undefined)
    return (
      <Page note={back}>
        <ErrorNotice error={error} title="The run could not be read" onRetry={reload} />
      </Page>
    )
  const { brandId, name, state, startedAt, startedBy, steps } = run
  const current = steps.find((step) => !isOverStep(step))
  const isOver = state === 'done' || state === 'cancelled'
  return (
    <Page
      note={back}
      actions={
        isOver ? undefined : (
          <Button variant="default" onClick={() => void cancelRun(id)}>
            Cancel run
          </Button>
        )
      }
    >
      {isOver || brandId === null ? null : <KeyNotice brandId={brandId} />}
      <Panel
        isFlush
        title={
          <Group gap={10}>
            {brandId === null ? <span className="soft">New brand</span> : <BrandBadge brandId={brandId} />}
            <span>{name}</span>
            <StateWord {...RUN_LABELS[state]} />
          </Group>
        }
        aside={
          <span className="soft">
            Run {id.slice(1)} · started {formatMoment(startedAt)}
            {startedBy === null ? '' : ` by ${startedBy}`}
          </span>
        }
      >
        <ol aria-label={`Steps of ${name}`}>
          {steps.map((step) => (
            <StepLine key={step.index} run={run} step={step} isCurrent={step === current} />
          ))}
        </ol>
      </Panel>
    </Page>
  )
}
