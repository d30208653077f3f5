import { Group, Text } from '@mantine/core'
import type { RankRow } from '../../../src-shared/desk/rankings.ts'
import { Delta } from '../../charts/delta.tsx'
import { formatShare, formatWhole } from '../../format/numbers.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import { positionText } from './rank-columns.tsx'

/** The pages of a keyword, with their own measures. */
export const RankedPages = ({ pages }: { readonly pages: RankRow['rankedPages'] }) =>
  pages.length === 0 ? (
    <Text size="xs" c="dimmed">
      No ranked pages. The desk keeps pages for the last 28 days only.
    </Text>
  ) : (
    <div className="box lines">
      {pages.map((page) => (
        <Text key={page.page} component="div" size="xs" px={10} py={8} style={{ overflowWrap: 'anywhere' }}>
          <SafeLink text={page.page} />
          <Group gap="2px 14px" mt={3} c="dimmed" className="figures">
            <span>
              Position <b>{positionText(page.position)}</b> <Delta change={page.positionChange} of="position" />
            </span>
            <span>
              <b>{formatWhole(page.clicks)}</b> clicks
            </span>
            <span>
              <b>{formatWhole(page.impressions)}</b> impressions
            </span>
            <span>
              CTR <b>{formatShare(page.ctr)}</b>
            </span>
          </Group>
        </Text>
      ))}
    </div>
  )
