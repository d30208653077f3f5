import { Button, Text } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { ImpactRow, ImpactVerdict } from '../../../src-shared/desk/impact.ts'
import { pageQuery } from '../../data/page-query.ts'
import { VERDICT_LABELS } from '../../format/impact-labels.ts'
import { joinParts } from '../../format/join-parts.ts'
import { plural } from '../../format/numbers.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useBrands } from '../../state/brands.ts'
import { clear, isNarrowed, readText, readTexts, useImpactFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, go, useScope } from '../../state/location.ts'
import { FilterMenu, FilterRow } from '../../table/filter-row.tsx'
import { TableView } from '../../table/table-view.tsx'
import { useTable } from '../../table/use-table.ts'
import { NoBrandYet, NothingFits } from '../../table/view-empty.tsx'
import { IMPACT_COLUMNS } from './impact-columns.tsx'
import { ImpactDetail } from './impact-detail.tsx'
import { useOpenedImpact } from './use-opened-impact.ts'

const VERDICTS = Object.keys(VERDICT_LABELS) as (keyof typeof VERDICT_LABELS)[] // keys of a record
/** The largest gain first; what cannot be measured, or not yet, comes last. */
const SORTING = [{ id: 'effect', desc: true }] as const
const MEASURED = ['up', 'down', 'no-change'] as const
const NOT_MEASURED = ['too-early', 'not-measured'] as const
const ROW_NOUNS = ['article', 'articles'] as const

type Reply = CallOutput<'impact.list'>

/** `12 measured: 5 up, 3 down, 4 no visible change. 2 too early. …`: of all articles that the search leaves. */
export const summaryOf = ({ verdicts }: Pick<Reply, 'verdicts'>): string => {
  const measured = MEASURED.reduce((sum, verdict) => sum + verdicts[verdict], 0)
  const how = 'Up to 28 days before vs 28 days after, compared with the brand’s untouched pages.'
  const counted = (some: readonly ImpactVerdict[]) =>
    some.map((verdict) => `${verdicts[verdict]} ${VERDICT_LABELS[verdict].toLowerCase()}`).join(', ')
  const others = NOT_MEASURED.filter((verdict) => verdicts[verdict] > 0)
  return joinParts(
    [
      measured === 0 ? '' : `${measured} measured: ${counted(MEASURED)}.`,
      others.length === 0 ? '' : `${counted(others)}.`,
      how,
    ],
    ' ',
  )
}

const Empty = ({ who }: { readonly who: string }) => {
  const filters = useImpactFilters()
  const hasBrands = useBrands((state) => state.list.length > 0)
  if (!hasBrands) return <NoBrandYet icon={<IconTargetArrow size={22} />} />
  if (isNarrowed(filters))
    return <NothingFits title="No articles match these filters" onClear={() => clear(useImpactFilters)} />
  return (
    <EmptyState
      icon={<IconTargetArrow size={22} />}
      title="No published articles yet"
      action={<Button onClick={() => go({ view: 'articles' })}>Go to Articles</Button>}
    >
      {who === 'all brands' ? 'No brand has' : `${who} has no`} published articles that this desk knows of. Publish one,
      or let webhooks report what your CMS publishes. About 18 days later you see here whether its page gained clicks.
    </EmptyState>
  )
}

/** Each published article of one brand or all, and whether its page gained or lost clicks. */
export const ImpactView = () => {
  const brandIds = brandIdsOf(useScope())
  const { search, verdict } = useImpactFilters()
  const [reply, setReply] = useState<Reply>()
  const waiting = reply?.waiting ?? 0
  const filter = verdict.length === 0 ? {} : { verdict: [...verdict] }
  const table = useTable<ImpactRow>({
    view: 'impact',
    columns: IMPACT_COLUMNS,
    sorting: SORTING,
    query: (sort) => pageQuery('impact.list', { input: { brandIds, filter }, search, sort, onReply: setReply }),
  })
  return (
    <TableView
      table={table}
      title="Impact"
      rowNouns={ROW_NOUNS}
      isTall
      top={
        <FilterRow by="title, slug or page" of="articles" store={useImpactFilters} onDone={table.focus}>
          <FilterMenu label="Verdict" labels={VERDICT_LABELS} store={useImpactFilters} field="verdict" />
          {waiting === 0 ? (
            <span className="soft">{reply === undefined ? '' : summaryOf(reply)}</span>
          ) : (
            <Text component="output" size="xs" c="dimmed">
              Working out {plural(waiting, 'more brand')} …
            </Text>
          )}
        </FilterRow>
      }
      opened={useOpenedImpact()}
      side={(opened, close) => <ImpactDetail key={JSON.stringify(opened)} opened={opened} onClose={close} />}
      saved={{
        write: () => ({ search, verdict: [...verdict] }),
        read: (state) => {
          const kept = readTexts(state.verdict)
          useImpactFilters.setState({
            search: readText(state.search),
            verdict: VERDICTS.filter((one) => kept.includes(one)),
          })
        },
      }}
      empty={<Empty who={table.who} />}
    />
  )
}
