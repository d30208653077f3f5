import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useBrands } from '../../state/brands.ts'
import { setPreference, usePreference } from '../../state/settings.ts'
import classes from './first-steps.module.css'
import { type FirstStep, useFirstSteps } from './use-first-steps.ts'

const HIDDEN = 'today.areFirstStepsHidden'

/** The first sync has nothing to sync before there is a brand. */
const isReady = (steps: readonly FirstStep[], index: number): boolean =>
  steps[index]?.title !== 'First sync' || steps[index - 1]?.isDone === true

const Step = ({ steps, index }: { readonly steps: readonly FirstStep[]; readonly index: number }) => {
  const step = steps[index]
  if (step === undefined) return null
  const { title, note, action, isDone, run } = step
  const isNext = index === steps.findIndex((one) => !one.isDone)
  return (
    <li className={classes.step} data-done={isDone || undefined} data-next={isNext || undefined}>
      <span className={classes.mark} aria-hidden>
        {isDone ? <IconCheck size={13} stroke={2.5} /> : index + 1}
      </span>
      <span className={classes.words}>
        {isDone || isNext || !isReady(steps, index) ? (
          <strong>{title}</strong>
        ) : (
          <button type="button" className={classes.link} onClick={run}>
            {title}
          </button>
        )}
        <span className="soft">{isDone ? 'Done' : note}</span>
      </span>
      {isNext ? (
        <Button size="compact-sm" aria-label={`${action}: ${title}`} onClick={run}>
          {action}
        </Button>
      ) : null}
    </li>
  )
}

const Steps = () => {
  const steps = useFirstSteps()
  if (steps === undefined) return null
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <section className={classes.box} aria-label="First steps">
      <div className={classes.head}>
        <h2>Get started</h2>
        <span className="soft">
          {done} of {steps.length} done
        </span>
        <ActionIcon
          ml="auto"
          size="sm"
          aria-label="Hide the first steps"
          title="Hide the first steps"
          onClick={() => setPreference(HIDDEN, true)}
        >
          <IconX size={14} />
        </ActionIcon>
      </div>
      <ol className={classes.steps}>
        {steps.map(({ title }, index) => (
          <Step key={title} steps={steps} index={index} />
        ))}
      </ol>
    </section>
  )
}

/** While the demo is on: five steps to the person's own data. Each ticks itself, and all go when the last one is done. */
export const FirstSteps = () => {
  const hasDemo = useBrands(({ list }) => list.some(({ demo }) => demo))
  const isHidden = usePreference(HIDDEN) === true
  return hasDemo && !isHidden ? <Steps /> : null
}
