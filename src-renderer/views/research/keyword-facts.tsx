import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import { FIGURES } from '../../../src-shared/desk/values/figures.ts'
import { Delta } from '../../charts/delta.tsx'
import { useDesk } from '../../data/use-desk.ts'
import { ctrChangeOf, ctrOf, formatShare, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { go } from '../../state/location.ts'
import { Facts } from '../../table/table-page.tsx'
import { positionText } from '../rankings/rank-columns.tsx'

// Which clusters a keyword belongs to. The service does not say it, so this is our own match: every word of the
// cluster's name is in the keyword.
type Named = { readonly name: string }

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

export const clustersOf = (keyword: string, clusters: readonly Named[]): string[] => {
  const words = new Set(wordsOf(keyword))
  return clusters.flatMap(({ name }) => {
    const wanted = wordsOf(name)
    return wanted.length > 0 && wanted.every((word) => words.has(word)) ? [name] : []
  })
}

type Props = { readonly brandId: string; readonly keyword: string; readonly basket: string }

/** Clusters of one brand are few: all of them at once. */
const CLUSTERS_MAX = 500

const { vs } = FIGURES.clicks

const factsOf = (row: RankRow) => [
  {
    name: 'Position',
    value: positionText(row.position),
    change: <Delta change={row.positionChange} of="position" vs={vs} />,
  },
  { name: 'Clicks', value: formatWhole(row.clicks), change: <Delta change={row.clicksChange} of="count" vs={vs} /> },
  {
    name: 'Impressions',
    value: formatWhole(row.impressions),
    change: <Delta change={row.impressionsChange} of="count" vs={vs} />,
  },
  { name: 'CTR', value: formatShare(ctrOf(row)), change: <Delta change={ctrChangeOf(row)} of="share" vs={vs} /> },
]

const Line = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Text size="xs">
    <Text component="span" c="dimmed">
      {name}:
    </Text>{' '}
    {children}
  </Text>
)

/** What the cache knows of a keyword: its own rankings of the last 28 days, its clusters by text, and the basket. */
export const KeywordFacts = ({ brandId, keyword, basket }: Props) => {
  const rankings = useDesk('rankings.page', { brandIds: [brandId], filter: { keyword } })
  const clusters = useDesk('clusters.page', { brandIds: [brandId], limit: CLUSTERS_MAX })
  const rows = rankings.value?.rows ?? []
  // The service writes keywords in lower case.
  const row = rows.find((each) => each.keyword === keyword) ?? rows[0]
  const names = clustersOf(keyword, clusters.value?.rows ?? [])
  if (rankings.value === undefined)
    return <ErrorNotice title="The rankings could not be read" error={rankings.error} onRetry={rankings.reload} />
  return (
    <Stack component="section" gap={8} py={8} style={{ gridColumn: '1 / -1' }} aria-label={`Details of ${keyword}`}>
      {row === undefined ? (
        <Text c="dimmed">Not ranking in the last 28 days.</Text>
      ) : (
        <Facts perRow={4} facts={factsOf(row)} />
      )}
      <Line name="Cluster, matched by text">
        <bdi>{names.length === 0 ? NO_VALUE : names.join(', ')}</bdi>
      </Line>
      <Line name="Basket">{basket}</Line>
      {row === undefined ? null : (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            rightSection={<IconArrowRight size={13} aria-hidden />}
            onClick={() => go({ view: 'rankings', scope: brandId, params: { brand: brandId, keyword: row.keyword } })}
          >
            View in Rankings
          </Button>
        </Group>
      )}
    </Stack>
  )
}
