import { ARTICLE_FIELDS } from '../../../src-shared/desk/fields/publishing.ts'
import type { Article } from '../../../src-shared/desk/publishing.ts'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { articleTitle, ENTRY_LABELS, ENTRY_TONES, SEEN_LABELS } from '../../format/entry-labels.ts'
import { VERDICT_LABELS } from '../../format/impact-labels.ts'
import { NO_VALUE } from '../../format/numbers.ts'
import { formatDate } from '../../format/time.ts'
import { ImpactLink } from '../../parts/impact-link.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { brandColumn, centred, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { columnOf } from '../../table/field-columns.tsx'
import css from './articles.module.css'

const dateOf = (at: string | null): string => (at === null ? NO_VALUE : formatDate(at))

const platformsText = ({ providers }: Article): string =>
  providers.length === 0
    ? NO_VALUE
    : providers.map(({ provider, state }) => `${PROVIDER_NAMES[provider]}: ${ENTRY_LABELS[state]}`).join(', ')

const SHORT_LABELS: Partial<typeof ENTRY_LABELS> = { confirmed: 'confirmed', overdue: 'overdue' }
const CHIPS_MAX = 2

/** On one platform the state stands alone, with the platform's name beside it: who confirmed it is in the panel. */
const OnePlatform = ({ at: { provider, state } }: { readonly at: Article['providers'][number] }) => (
  <>
    <StateWord word={SHORT_LABELS[state] ?? ENTRY_LABELS[state]} tone={ENTRY_TONES[state]} />
    <SoftText>{PROVIDER_NAMES[provider]}</SoftText>
  </>
)

/** On several, each platform with its state: the newest ones; all are in the panel. */
const Platforms = ({ article }: { readonly article: Article }) => {
  const { providers } = article
  const [only] = providers
  return (
    <span className={css.platforms} title={platformsText(article)}>
      {only !== undefined && providers.length === 1 ? (
        <OnePlatform at={only} />
      ) : (
        providers
          .slice(-CHIPS_MAX)
          .toReversed()
          .map(({ provider, state }) => (
            <StateWord
              key={provider}
              word={`${PROVIDER_NAMES[provider]}: ${SHORT_LABELS[state] ?? ENTRY_LABELS[state]}`}
              tone={ENTRY_TONES[state]}
            />
          ))
      )}
      {providers.length > CHIPS_MAX ? <SoftText>{`+${providers.length - CHIPS_MAX}`}</SoftText> : null}
    </span>
  )
}

const column = columnOf(ARTICLE_FIELDS)

// What the rows are in order of stands first: it stays in sight beside the panel of the chosen articles.
const first: readonly DataColumn<Article>[] = [
  column('title', { widthPx: 190, grows: true, text: articleTitle, look: 'open' }),
  column('state', {
    widthPx: 230,
    about: 'On each platform',
    text: platformsText,
    cell: (article) =>
      article.providers.length === 0 ? (
        <SoftText>{article.seenIn === 'ranked-page' ? 'ranked page' : NO_VALUE}</SoftText>
      ) : (
        centred(<Platforms article={article} />)
      ),
  }),
  column('at', { sortField: 'newest', widthPx: 108, text: ({ at, lastPublishedAt }) => dateOf(at ?? lastPublishedAt) }),
]

const rest: readonly DataColumn<Article>[] = [
  column('articleSlug', {
    widthPx: 190,
    isLesser: true,
    cell: ({ articleSlug }) => <SoftText>{`/${articleSlug}`}</SoftText>,
  }),
  column('impact', {
    widthPx: 150,
    isLesser: true,
    text: ({ impact }) => (impact === null ? NO_VALUE : VERDICT_LABELS[impact.verdict]),
    cell: (article) => centred(<ImpactLink article={article} />),
  }),
  column('lastPublishedAt', {
    widthPx: 108,
    isHiddenAtFirst: true,
    text: ({ lastPublishedAt }) => dateOf(lastPublishedAt),
  }),
  column('seenIn', { widthPx: 116, isLesser: true, text: ({ seenIn }) => SEEN_LABELS[seenIn] }),
]

export const ARTICLE_COLUMNS = { one: [...first, ...rest], all: [...first, brandColumn<Article>(176), ...rest] }
