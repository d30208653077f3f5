import { Text } from '@mantine/core'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { formatDecimal, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import css from './clusters.module.css'

type Summary = CallOutput<'clusters.summary'>['all']

/** The service's own summary of one brand, or over all of them. */
export const ClusterSummary = ({ summary }: { readonly summary: Summary | undefined }) => {
  const facts: readonly (readonly [string, string])[] = [
    ['Clusters', formatWhole(summary?.clusters)],
    ['Keywords', formatWhole(summary?.totalKeywords)],
    ['Tracked prompts', formatWhole(summary?.trackedPrompts)],
    ['Search visibility, average', formatDecimal(summary?.avgSearchVisibility)],
    ['AI visibility, average', formatDecimal(summary?.avgAiVisibility)],
  ]
  return (
    <div className={css.cards}>
      {facts.map(([name, value]) => (
        <div key={name} className={css.card}>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
          <Text fz="1.125rem" fw={600} className="figures">
            {summary === undefined ? NO_VALUE : value}
          </Text>
        </div>
      ))}
    </div>
  )
}
