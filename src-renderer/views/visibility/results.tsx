import { Button, Text } from '@mantine/core'
import type { VisibilityResult } from '../../../src-shared/desk/visibility.ts'
import { plural } from '../../format/numbers.ts'
import { Panel } from '../../parts/panel.tsx'
import { BrandLine, BrandLines, OutcomeCounts, ReviewFoot, ReviewPage, Why } from '../../parts/review-page.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { type Change, closeResults, type Rows, useReview } from '../../state/visibility.ts'
import { changeLabel, refusalLabel, resultsText, STATE_LABELS } from './change-labels.ts'
import type { ModelName } from './use-visibility.ts'
import css from './visibility.module.css'

const ORDER: readonly VisibilityResult['state'][] = ['failed', 'refused', 'applied', 'unchanged']
const isOpen = ({ state }: VisibilityResult): boolean => state === 'failed' || state === 'refused'

type LineProps = { readonly result: VisibilityResult; readonly what: string }

const Line = ({ result, what }: LineProps) => {
  const { error } = result
  const means = refusalLabel(result)
  return (
    <div className={css.result} data-state={result.state}>
      <StateWord {...STATE_LABELS[result.state]} />
      <Text fw={500}>{what}</Text>
      {error === null ? <Text>{result.note}</Text> : <Why error={error} means={means} hasNextStep={means === null} />}
    </div>
  )
}

type Props = { readonly rows: Rows; readonly names: readonly ModelName[] }

/** The change that a result belongs to. */
const changeOf = ({ brandId, modelId }: VisibilityResult, asked: readonly Change[]): Change | undefined =>
  asked.find((change) => change.brandId === brandId && ('modelId' in change ? change.modelId : null) === modelId)

const changeOfLabel = (result: VisibilityResult, asked: readonly Change[], names: readonly ModelName[]): string => {
  const change = changeOf(result, asked)
  return change === undefined ? '' : changeLabel(change, undefined, names)
}

/** The result of each change, brand by brand; failed ones first. */
export const Results = ({ names }: Props) => {
  const { results, asked } = useReview((review) => review)
  const open = results.filter(isOpen)
  const byBrand = [...Map.groupBy(results, ({ brandId }) => brandId)].toSorted(
    ([, a], [, b]) => Number(b.some(isOpen)) - Number(a.some(isOpen)),
  )
  return (
    <ReviewPage>
      <Panel
        isFlush
        title={`${plural(results.length, 'change')} for ${plural(byBrand.length, 'brand')}`}
        aside={<OutcomeCounts order={ORDER} words={STATE_LABELS} states={results.map(({ state }) => state)} />}
      >
        <Text c="dimmed" px="md" py="sm" role="status">
          {resultsText(results.map(({ state }) => state))}
        </Text>
        <BrandLines label="Results">
          {byBrand.map(([brandId, own]) => (
            <BrandLine key={brandId} brandId={brandId}>
              {own.map((result) => (
                <Line key={result.modelId ?? 'interval'} result={result} what={changeOfLabel(result, asked, names)} />
              ))}
            </BrandLine>
          ))}
        </BrandLines>
      </Panel>
      <ReviewFoot>
        {open.length === 0 ? null : (
          <Button variant="default" onClick={() => closeResults(false)}>
            Discard failed changes
          </Button>
        )}
        <Button onClick={() => closeResults(true)}>
          {open.length === 0 ? 'Back to the matrix' : `Back, with ${plural(open.length, 'change')} not applied`}
        </Button>
      </ReviewFoot>
    </ReviewPage>
  )
}
