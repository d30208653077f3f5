import { Button, Group, Stack } from '@mantine/core'
import type { Article } from '../../../src-shared/desk/publishing.ts'
import { titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { useDesk } from '../../data/use-desk.ts'
import { articleTitle, ENTRY_LABELS, ENTRY_TONES, SEEN_LABELS } from '../../format/entry-labels.ts'
import type { PublishKind } from '../../format/intent-labels.ts'
import { plural } from '../../format/numbers.ts'
import { formatMoment } from '../../format/time.ts'
import { myZone } from '../../format/zones.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Facts } from '../../parts/facts.tsx'
import { ImpactLink } from '../../parts/impact-link.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { fixFailed } from '../../state/intent-fix.ts'
import { clearPicks, startChosen, usePicker } from '../../state/publish-draft.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { ZONE_VIEW } from './compose.tsx'
import { PickedPanel } from './picked-panel.tsx'

/** To the review of an action on the chosen articles; nothing is sent before it is confirmed there. */
const review = (kind: PublishKind): void => {
  const { brandId, picked, provider } = usePicker.getState()
  startChosen({ kind, brandIds: [brandId], slugs: { [brandId]: picked }, provider }, 'review')
  clearPicks()
}

type State = NonNullable<Article['state']>
/** Nothing of it is on the site yet, as far as the desk knows. */
const NEVER_OUT: readonly State[] = ['scheduled', 'held', 'failed', 'cancelled']
const MAY_BE_SCHEDULED: readonly State[] = ['scheduled', 'held', 'sending', 'due', 'overdue', 'unknown']

const isOnly = ({ state, providers }: Article, states: readonly State[]): boolean =>
  state !== null && [state, ...providers.map((one) => one.state)].every((one) => states.includes(one))
const isAny = ({ state, providers }: Article, states: readonly State[]): boolean =>
  state === null || [state, ...providers.map((one) => one.state)].some((one) => states.includes(one))

const isOut = (article: Article): boolean => article.lastPublishedAt !== null || !isOnly(article, NEVER_OUT)

const momentOf = (at: string): string => formatMoment(Date.parse(at), myZone())

/** The article on one platform. */
const Place = ({ place: { state, at, url } }: { readonly place: Article['providers'][number] }) => (
  <>
    <StateWord word={ENTRY_LABELS[state]} tone={ENTRY_TONES[state]} /> <span className="soft">{momentOf(at)}</span>
    {url === null || NEVER_OUT.includes(state) ? null : (
      <div>
        <SafeLink text={url} />
      </div>
    )}
  </>
)

const Known = ({ article }: { readonly article: Article }) => {
  const { state, at, lastPublishedAt, providers, seenIn, url } = article
  return (
    <Facts
      rows={[
        [
          'Status',
          state === null ? (
            'Not published'
          ) : (
            <StateWord key="state" word={ENTRY_LABELS[state]} tone={ENTRY_TONES[state]} />
          ),
        ],
        at === null ? null : ['Date', momentOf(at)],
        lastPublishedAt === null ? null : ['Last published', momentOf(lastPublishedAt)],
        ...providers.map((one) => [PROVIDER_NAMES[one.provider], <Place key={one.provider} place={one} />] as const),
        article.impact === null ? null : ['Impact', <ImpactLink key="impact" article={article} isStop />],
        ['Known from', SEEN_LABELS[seenIn]],
        url === null || !isOut(article) || providers.some((one) => one.url === url)
          ? null
          : ['Address', <SafeLink key="address" text={url} />],
      ]}
    />
  )
}

type FailedProps = { readonly article: Article; readonly place: Article['providers'][number] }

/** Why it failed on a platform, and the way to correct it, as in Activity. */
const Failed = ({ article: { brandId, articleSlug }, place: { provider, at } }: FailedProps) => {
  const day = at.slice(0, 10)
  const calendar = useDesk('publishing.calendar', { brandIds: [brandId], from: day, to: day })
  const entry = calendar.value?.entries.find(
    (one) => one.articleSlug === articleSlug && one.provider === provider && one.state === 'failed',
  )
  if (entry === undefined) return null
  return (
    <Stack gap="xs" align="flex-start">
      {entry.reason === null ? null : <span style={{ overflowWrap: 'anywhere' }}>{entry.reason}</span>}
      {entry.intentId === '' ? null : <Button onClick={() => void fixFailed(entry.intentId)}>Fix and retry</Button>}
    </Stack>
  )
}

/** Each where it can have an effect; of several articles, or a new slug, all of them. */
const KINDS = [
  { kind: 'publish', label: 'Publish now …', fits: (_: Article) => true },
  { kind: 'unschedule', label: 'Unschedule …', fits: (article: Article) => isAny(article, MAY_BE_SCHEDULED) },
  { kind: 'unpublish', label: 'Unpublish …', fits: isOut },
] as const

type Props = {
  /** The article that was opened; null: several, or a new slug. */
  readonly article: Article | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** What is known of the chosen article, and what can be done with all that are chosen. */
export const ArticlePanel = ({ article, onClose, onDone }: Props) => {
  const { brandId, picked } = usePicker()
  return (
    <SidePanel
      title={article === null ? plural(picked.length, 'article') : articleTitle(article)}
      note={
        <>
          <BrandBadge brandId={brandId} /> ·{' '}
          {article === null ? picked.map(titleOfSlug).join(', ') : `/${article.articleSlug}`}
        </>
      }
      onClose={onClose}
    >
      {article === null ? null : <Known article={article} />}
      {article?.providers.map((place) =>
        place.state === 'failed' ? <Failed key={place.provider} article={article} place={place} /> : null,
      )}
      <section>
        <SideHeading>{article?.state === 'scheduled' ? 'Schedule for another time' : 'Schedule'}</SideHeading>
        <PickedPanel
          zoneView={ZONE_VIEW}
          onDone={onDone}
          at={article?.state === 'scheduled' ? article.at : null}
          isMain={article === null || article.state === null || article.state === 'scheduled'}
        />
      </section>
      <section>
        <SideHeading>Other actions, reviewed first</SideHeading>
        <Group gap="xs">
          {KINDS.filter(({ fits }) => article === null || fits(article)).map(({ kind, label }) => (
            <Button key={kind} variant="default" onClick={() => review(kind)}>
              {label}
            </Button>
          ))}
        </Group>
      </section>
    </SidePanel>
  )
}
