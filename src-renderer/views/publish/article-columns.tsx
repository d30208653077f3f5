import type { Article } from '../../../src-shared/desk/publishing.ts'
import { articleTitle, ENTRY_LABELS, ENTRY_TONES, SEEN_LABELS } from '../../format/entry-labels.ts'
import { VERDICT_LABELS } from '../../format/impact-labels.ts'
import { NO_VALUE } from '../../format/numbers.ts'
import { PROVIDER_NAMES } from '../../format/providers.ts'
import { formatDate } from '../../format/time.ts'
import { ImpactLink } from '../../parts/impact-link.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { brandColumn, centred, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'

const dateOf = (at: string | null): string => (at === null ? NO_VALUE : formatDate(at))

// The status stands second: it stays in sight beside the panel of the chosen articles.
const first: readonly DataColumn<Article>[] = [
  {
    id: 'title',
    header: 'Article',
    widthPx: 180,
    grows: true,
    sortField: 'title',
    text: articleTitle,
    cell: (article) => <OpenText>{articleTitle(article)}</OpenText>,
  },
  {
    id: 'state',
    header: 'Status',
    widthPx: 164,
    sortField: 'state',
    text: ({ state }) => (state === null ? NO_VALUE : ENTRY_LABELS[state]),
    cell: ({ state }) =>
      state === null ? (
        <SoftText>{NO_VALUE}</SoftText>
      ) : (
        centred(<StateWord word={ENTRY_LABELS[state]} tone={ENTRY_TONES[state]} />)
      ),
  },
]

const rest: readonly DataColumn<Article>[] = [
  {
    id: 'slug',
    header: 'Slug',
    widthPx: 190,
    isLesser: true,
    text: ({ articleSlug }) => articleSlug,
    cell: ({ articleSlug }) => <SoftText>{`/${articleSlug}`}</SoftText>,
  },
  {
    id: 'at',
    header: 'Date',
    about: 'When it is scheduled, or was published last',
    widthPx: 108,
    sortField: 'newest',
    isDescendingFirst: true,
    text: ({ at, lastPublishedAt }) => dateOf(at ?? lastPublishedAt),
  },
  {
    id: 'impact',
    header: 'Impact',
    about: 'Whether the page of the article gained or lost clicks after it was published',
    widthPx: 150,
    text: ({ impact }) => (impact === null ? NO_VALUE : VERDICT_LABELS[impact.verdict]),
    cell: (article) => centred(<ImpactLink article={article} />),
  },
  {
    id: 'lastPublishedAt',
    header: 'Last published',
    widthPx: 108,
    isLesser: true,
    sortField: 'lastPublishedAt',
    isDescendingFirst: true,
    text: ({ lastPublishedAt }) => dateOf(lastPublishedAt),
  },
  {
    id: 'provider',
    header: 'Platform',
    widthPx: 100,
    isHiddenAtFirst: true,
    text: ({ provider }) => (provider === null ? NO_VALUE : PROVIDER_NAMES[provider]),
  },
  {
    id: 'seenIn',
    header: 'Known from',
    widthPx: 116,
    isLesser: true,
    sortField: 'seenIn',
    text: ({ seenIn }) => SEEN_LABELS[seenIn],
  },
]

export const ARTICLE_COLUMNS = { one: [...first, ...rest], all: [...first, brandColumn<Article>(150), ...rest] }
export const ARTICLE_SORTING = [{ id: 'at', desc: true }] as const
