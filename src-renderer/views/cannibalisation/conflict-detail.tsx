import { Button, Switch, Text } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { syncedDays } from '../../../src-shared/desk/fields/search.ts'
import type { ConflictSpan } from '../../../src-shared/desk/values/state-names.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal, formatShare, formatWhole, plural } from '../../format/numbers.ts'
import { formatShortDay } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { go } from '../../state/location.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { Facts } from '../../table/table-page.tsx'
import css from './cannibalisation.module.css'
import { ConflictChart } from './conflict-chart.tsx'
import { costText, KIND_LABELS, LETTERS, stripText, syncedPart } from './conflict-labels.ts'
import { PageLetter, PageStrip } from './page-strip.tsx'

type Reply = CallOutput<'cannibalisation.keyword'>
type Conflict = NonNullable<Reply['conflict']>

const ACTIONS: Readonly<Record<Reply['advice']['action'], string>> = {
  merge: 'Merge the pages',
  redirect: 'Redirect one page',
  link: 'Link from one page to the other',
  leave: 'Leave it',
}

const Advice = ({ advice }: Pick<Reply, 'advice'>) => (
  <section className={`box ${css.advice}`} aria-label="What to do">
    <b>{ACTIONS[advice.action]}</b>
    <p>{advice.text}</p>
    {advice.keep === null || advice.other === null || advice.action === 'leave' ? null : (
      <>
        <p>
          Keep: <SafeLink text={advice.keep} />
        </p>
        <p>
          Other page: <SafeLink text={advice.other} />
        </p>
      </>
    )}
  </section>
)

type PagesProps = { readonly conflict: Conflict; readonly window: Reply['window'] }

const Pages = ({ conflict, window }: PagesProps) => (
  <section>
    <SideHeading>The two pages</SideHeading>
    <div className="box lines">
      {conflict.pages.map(({ page, days, position, clicks, clickShare }, index) => {
        const recent = window.find((one) => one.page === page)
        return (
          <div key={page} className={css.page}>
            <PageLetter of={LETTERS[index] ?? 'B'} />
            <SafeLink text={page} />
            <div className="soft figures">
              Ranked best on <b>{plural(days, 'day')}</b>
              {days === 0 ? '' : `: on these, position ${formatDecimal(position)} and ${plural(clicks, 'click')}`}.
              {recent === undefined
                ? ' Not seen in the last 28 days.'
                : ` Last 28 days: ${plural(recent.clicks, 'click')}${
                    clickShare === null ? '' : ` (${formatShare(clickShare)} of both)`
                  }, ${plural(recent.impressions, 'impression')}, position ${formatDecimal(recent.position)}; ranks for ${plural(recent.otherKeywords, 'other keyword')}.`}
            </div>
          </div>
        )
      })}
    </div>
  </section>
)

const Figures = ({ conflict, days }: { readonly conflict: Conflict; readonly days: number }) => (
  <Facts
    perRow={2}
    facts={[
      { name: 'How they compete', value: KIND_LABELS[conflict.kind] },
      { name: 'Changes of page', value: formatWhole(conflict.flips) },
      { name: `Clicks in ${plural(days, 'synced day')}`, value: formatWhole(conflict.clicks) },
      { name: 'Clicks lost', value: costText(conflict.cost) },
    ]}
  />
)

type StripProps = { readonly strip: NonNullable<Reply['strip']>; readonly flips: number; readonly last: string }

const Strip = ({ strip: whole, flips, last }: StripProps) => {
  const strip = syncedPart(whole)
  return (
    <section>
      <SideHeading>Which page ranked best, day by day</SideHeading>
      <div className={css.large}>
        <span className={css.letters} aria-hidden>
          <span>A</span>
          <span>B</span>
        </span>
        <PageStrip days={strip.days} label={stripText({ strip, flips })} isLarge />
      </div>
      <div className={css.ends}>
        <span>{formatShortDay(strip.from)}</span>
        <span>{formatShortDay(last)}</span>
      </div>
    </section>
  )
}

const NO_PAGES: readonly string[] = []

type ConflictDetailProps = {
  readonly brandId: string
  readonly keyword: string
  readonly days: ConflictSpan
  readonly onClose: () => void
}

/** One keyword: what to do, which page ranked when, and what both pages did. */
export const ConflictDetail = ({ brandId, keyword, days, onClose }: ConflictDetailProps) => {
  const { value, error, reload } = useDesk('cannibalisation.keyword', { brandId, keyword, days })
  const [isTable, setTable] = useState(false)
  const conflict = value?.conflict ?? null
  const pages = useMemo(() => value?.conflict?.pages.map(({ page }) => page) ?? NO_PAGES, [value])
  return (
    <SidePanel title={keyword} note={<BrandBadge brandId={brandId} />} onClose={onClose}>
      <ErrorNotice title="The history of the pages could not be read" error={error} onRetry={reload} />
      {value === undefined ? null : (
        <>
          {conflict === null || value.strip === null ? null : (
            <Figures conflict={conflict} days={syncedDays(value.strip)} />
          )}
          <Advice advice={value.advice} />
          {conflict === null || value.strip === null ? null : (
            <Strip strip={value.strip} flips={conflict.flips} last={value.points.at(-1)?.day ?? value.strip.from} />
          )}
          {value.points.length === 0 ? (
            <Text size="xs" c="dimmed">
              No single days of this keyword are synced yet. Syncs fill in earlier days.
            </Text>
          ) : (
            <section>
              <Switch
                size="xs"
                mb={6}
                label="Show as table"
                checked={isTable}
                onChange={(event) => setTable(event.currentTarget.checked)}
              />
              <ConflictChart
                brandId={brandId}
                keyword={keyword}
                points={value.points}
                pages={pages}
                isTable={isTable}
              />
            </section>
          )}
          {conflict === null ? null : <Pages conflict={conflict} window={value.window} />}
          <Button
            variant="default"
            leftSection={<IconChartLine size={14} />}
            onClick={() => go({ view: 'rankings', scope: brandId, params: { brand: brandId, keyword } })}
          >
            Open in Rankings
          </Button>
        </>
      )}
    </SidePanel>
  )
}
