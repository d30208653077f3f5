import { Button, Group } from '@mantine/core'
import type { AppliedBrand } from '../../../src-shared/desk/connectors.ts'
import { plural } from '../../format/numbers.ts'
import { Panel } from '../../parts/panel.tsx'
import { BrandLine, BrandLines, OutcomeCounts, ReviewFoot, ReviewPage, Why } from '../../parts/review-page.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { closeResults, replan, useReview } from '../../state/connectors.ts'
import { APPLIED_ORDER, STATE_LABELS } from './apply-labels.ts'
import { ChangeList, type Tools, ValueWord } from './change-list.tsx'
import css from './connectors.module.css'
import { toolLabel } from './tool-names.ts'

const Moved = ({ moved, tools }: Pick<AppliedBrand, 'moved'> & { readonly tools: Tools }) => (
  <div>
    <div>Someone else changed the planned permissions. Nothing was sent for this brand.</div>
    <ul className={css.changes}>
      {moved.map(({ tool, planned, now }) => (
        <li key={tool}>
          <bdi>{toolLabel(tools, tool)}</bdi>
          <span className={css.changeValues}>
            planned from <ValueWord value={planned} />
            is now <ValueWord value={now} />
          </span>
        </li>
      ))}
    </ul>
  </div>
)

const One = ({ result, tools }: { readonly result: AppliedBrand; readonly tools: Tools }) => {
  const { state, applied, moved, error } = result
  const { word, tone } = STATE_LABELS[state]
  return (
    <BrandLine brandId={result.brandId}>
      <Group gap="4px 14px" align="baseline">
        <StateWord word={word} tone={tone} />
        {applied.length === 0 ? null : (
          <details className={css.details}>
            <summary className="soft">{plural(applied.length, 'change')}</summary>
            <ChangeList changes={applied} tools={tools} />
          </details>
        )}
      </Group>
      {error === null ? null : <Why error={error} hasNextStep={state === 'failed'} />}
      {state !== 'moved' || moved.length === 0 ? null : <Moved moved={moved} tools={tools} />}
    </BrandLine>
  )
}

const idsOf = (results: readonly AppliedBrand[], states: readonly AppliedBrand['state'][]): string[] =>
  results.filter(({ state }) => states.includes(state)).map(({ brandId }) => brandId)

/** Results, brand by brand; a brand that fails does not stop the others. */
export const Results = ({ tools }: { readonly tools: Tools }) => {
  const { results, isBusy } = useReview((review) => review)
  const failed = idsOf(results, ['failed'])
  const moved = idsOf(results, ['moved'])
  const sorted = results.toSorted((a, b) => APPLIED_ORDER.indexOf(a.state) - APPLIED_ORDER.indexOf(b.state))
  const states = results.map(({ state }) => state)
  const isOpen = idsOf(results, ['failed', 'moved', 'refused']).length > 0
  return (
    <ReviewPage>
      <Panel
        isFlush
        title={plural(results.length, 'brand')}
        aside={<OutcomeCounts order={APPLIED_ORDER} words={STATE_LABELS} states={states} />}
      >
        <BrandLines label="Results">
          {sorted.map((result) => (
            <One key={result.brandId} result={result} tools={tools} />
          ))}
        </BrandLines>
      </Panel>
      <ReviewFoot>
        {failed.length === 0 ? null : (
          <Button loading={isBusy} onClick={() => void replan(failed, 'Retry failed brands')}>
            Retry {plural(failed.length, 'failed brand')}
          </Button>
        )}
        {moved.length === 0 ? null : (
          <Button variant="default" loading={isBusy} onClick={() => void replan(moved, 'Planned again')}>
            Plan {plural(moved.length, 'moved brand')} again
          </Button>
        )}
        <Button variant={isOpen ? 'default' : 'filled'} onClick={() => closeResults(true)}>
          Back to the permissions
        </Button>
        {isOpen ? (
          <Button variant="subtle" color="gray" onClick={() => closeResults(false)}>
            Discard the rest
          </Button>
        ) : null}
      </ReviewFoot>
    </ReviewPage>
  )
}
