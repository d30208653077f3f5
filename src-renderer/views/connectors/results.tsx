import { Button } from '@mantine/core'
import type { AppliedBrand } from '../../../src-shared/desk/connectors.ts'
import { BrandBadge } from '../../components/brand-badge.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateWord } from '../../components/state-word.tsx'
import { nextStepOf } from '../../format/errors.ts'
import type { Tone } from '../../format/intent-words.ts'
import { plural } from '../../format/numbers.ts'
import { closeResults, planAgain, useDraft } from '../../store/connectors.ts'
import { ChangeList, type Tools, ValueWord } from './change-list.tsx'
import css from './connectors.module.css'
import { toolLabel } from './tool-names.ts'

const STATES: Record<AppliedBrand['state'], { readonly word: string; readonly tone: Tone }> = {
  failed: { word: 'failed', tone: 'bad' },
  refused: { word: 'refused', tone: 'bad' },
  moved: { word: 'moved meanwhile', tone: 'warn' },
  applied: { word: 'applied', tone: 'good' },
  unchanged: { word: 'was so already', tone: 'plain' },
}
/** What needs a person comes first. */
const ORDER: readonly AppliedBrand['state'][] = ['failed', 'refused', 'moved', 'applied', 'unchanged']

const Why = ({ result, tools }: { readonly result: AppliedBrand; readonly tools: Tools }) => {
  const { error, moved, state } = result
  const said = error?.detail?.serviceText
  return (
    <>
      {error === null ? null : (
        <div className={css.why}>
          <div>{error.message}</div>
          {said === undefined || error.message.includes(said) ? null : (
            <div className={css.soft}>
              The service said: “<bdi>{said}</bdi>”
            </div>
          )}
          {state === 'failed' ? <div className={css.soft}>{nextStepOf(error)}</div> : null}
        </div>
      )}
      {state !== 'moved' || moved.length === 0 ? null : (
        <div className={css.why}>
          <div>Somebody else changed what was planned. Nothing was sent for this brand.</div>
          <ul className={css.changes}>
            {moved.map(({ tool, planned, now }) => (
              <li key={tool}>
                <span className={css.changeTool}>
                  <bdi>{toolLabel(tools, tool)}</bdi>
                </span>
                <span className={css.changeValues}>
                  <span className={css.soft}>planned from</span> <ValueWord value={planned} />
                  <span className={css.soft}>is now</span> <ValueWord value={now} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

const One = ({ result, tools }: { readonly result: AppliedBrand; readonly tools: Tools }) => {
  const { word, tone } = STATES[result.state]
  return (
    <li className={`${css.planned} ${css.result}`}>
      <div className={css.plannedHead}>
        <BrandBadge brandId={result.brandId} size="md" />
        <StateWord word={word} tone={tone} />
      </div>
      <Why result={result} tools={tools} />
      {result.applied.length === 0 ? null : (
        <details className={css.details}>
          <summary>{plural(result.applied.length, 'change')}</summary>
          <ChangeList changes={result.applied} tools={tools} />
        </details>
      )}
    </li>
  )
}

const idsOf = (results: readonly AppliedBrand[], states: readonly AppliedBrand['state'][]): string[] =>
  results.filter(({ state }) => states.includes(state)).map(({ brandId }) => brandId)

/** What became of it, brand by brand; one failing brand stopped none. */
export const Results = ({ tools }: { readonly tools: Tools }) => {
  const { results, isBusy } = useDraft()
  const failed = idsOf(results, ['failed'])
  const moved = idsOf(results, ['moved'])
  const sorted = results.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
  const counts = ORDER.flatMap((state) => {
    const count = results.filter((result) => result.state === state).length
    return count === 0 ? [] : [`${count} ${STATES[state].word}`]
  })
  const isOpen = results.some(({ state }) => state === 'failed' || state === 'moved' || state === 'refused')
  return (
    <div className={css.review}>
      <div className={css.buttons}>
        {failed.length === 0 ? null : (
          <Button loading={isBusy} onClick={() => void planAgain(failed, 'What failed, once more')}>
            Retry {plural(failed.length, 'failed brand')}
          </Button>
        )}
        {moved.length === 0 ? null : (
          <Button variant="default" loading={isBusy} onClick={() => void planAgain(moved, 'Planned again')}>
            Plan {plural(moved.length, 'moved brand')} again
          </Button>
        )}
        <Button variant={isOpen ? 'default' : 'filled'} onClick={() => closeResults(true)}>
          Back to the permissions
        </Button>
        {isOpen ? (
          <Button variant="subtle" color="gray" onClick={() => closeResults(false)}>
            Give up the rest
          </Button>
        ) : null}
      </div>
      <Panel isFlush title={<span role="status">{counts.join(' · ')}</span>}>
        <ul className={css.plan} aria-label="What became of it">
          {sorted.map((result) => (
            <One key={result.brandId} result={result} tools={tools} />
          ))}
        </ul>
      </Panel>
    </div>
  )
}
