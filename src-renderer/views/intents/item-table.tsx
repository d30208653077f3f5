import { Box, Table } from '@mantine/core'
import type { IntentItem } from '../../../src-shared/desk/intents.ts'
import { ITEM_LABELS } from '../../format/intent-labels.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { SafeLink } from '../../table/safe-link.tsx'

const textOf = (item: IntentItem, name: string): string | null => {
  const value = item.result[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

const rowOf = (item: IntentItem) => {
  const postUrl = textOf(item, 'postUrl')
  const status = textOf(item, 'status')
  const postId = textOf(item, 'postId')
  return [
    <div key="article">
      {item.label}
      {item.reason === null ? null : <div className="soft">{item.reason}</div>}
    </div>,
    <StateWord key="state" {...ITEM_LABELS[item.state]} />,
    <div key="service">
      {status === null ? null : <div>{status}</div>}
      {postId === null ? null : <div className="soft">post {postId}</div>}
      {postUrl === null ? null : <SafeLink text={postUrl} />}
    </div>,
  ]
}

/** The result of each article, with the service's own words. */
export const ItemTable = ({ items }: { readonly items: readonly IntentItem[] }) => (
  <Box component="section" mah={420} style={{ overflow: 'auto' }} tabIndex={0} aria-label="Articles of this action">
    <Table data={{ head: ['Article', 'Status', 'At the service'], body: items.map(rowOf) }} />
  </Box>
)
