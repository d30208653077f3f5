import { Button, Text } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { Article } from '../../../src-shared/desk/publishing.ts'
import { cleanSlug, slugProblem } from '../../../src-shared/desk/slugs.ts'
import { articleTitle, ENTRY_LABELS, ENTRY_TONES } from '../../format/entry-labels.ts'
import { formatDate } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { togglePick, usePicker } from '../../state/article-picker.ts'
import css from './articles.module.css'

const SEEN_LABELS: Record<Article['seenIn'], string> = {
  delivery: 'from a webhook',
  publish: 'from Activity',
  'ranked-page': 'ranked page',
}

/** J, K and the arrows move over the articles; X chooses one, like Enter and Space. */
const move = (event: KeyboardEvent<HTMLButtonElement>): void => {
  const { key, currentTarget, ctrlKey, metaKey } = event
  if (ctrlKey || metaKey) return
  const step = key === 'ArrowDown' || key === 'j' ? 1 : key === 'ArrowUp' || key === 'k' ? -1 : 0
  if (key === 'x') currentTarget.click()
  else if (step !== 0) {
    const item = currentTarget.closest('li')
    const next = step === 1 ? item?.nextElementSibling : item?.previousElementSibling
    next?.querySelector('button')?.focus()
  } else return
  event.preventDefault()
  event.stopPropagation()
}

const Extra = ({ article }: { readonly article: Article }) => (
  <>
    <BrandBadge brandId={article.brandId} />
    <span className="soft">{article.lastPublishedAt === null ? '—' : formatDate(article.lastPublishedAt)}</span>
    <span className="soft">{SEEN_LABELS[article.seenIn]}</span>
  </>
)

type RowProps = { readonly article: Article; readonly order: number; readonly isWide: boolean }

const Row = ({ article, order, isWide }: RowProps) => {
  const { articleSlug, state, at, seenIn } = article
  return (
    <li>
      <button
        type="button"
        className={css.article}
        data-wide={isWide}
        aria-pressed={order > 0}
        title={article.url ?? undefined}
        onKeyDown={move}
        onClick={() => togglePick(article)}
      >
        <span className={css.box} aria-hidden>
          {order > 0 ? order : null}
        </span>
        <span className={css.names}>
          <span className={css.title}>{articleTitle(article)}</span>
          <span className="soft truncate">/{articleSlug}</span>
        </span>
        {isWide ? <Extra article={article} /> : null}
        <span className={css.status}>
          {state !== null ? (
            <StateWord word={ENTRY_LABELS[state]} tone={ENTRY_TONES[state]} />
          ) : (
            <span className="soft">{SEEN_LABELS[seenIn]}</span>
          )}
          {at === null ? null : <span className="soft">{formatDate(at)}</span>}
        </span>
      </button>
    </li>
  )
}

/** A slug that the desk has not seen yet, as it was typed into the search. */
const NewSlug = ({ text, known }: { readonly text: string; readonly known: readonly Article[] }) => {
  const brandId = usePicker((state) => state.brandId)
  const slug = slugProblem(text) === null ? text : cleanSlug(text)
  if (slug === '' || brandId === '' || known.some(({ articleSlug }) => articleSlug === slug)) return null
  return (
    <Button variant="default" m="xs" onClick={() => togglePick({ brandId, articleSlug: slug, provider: null })}>
      Choose {slug}, a new slug
    </Button>
  )
}

type Props = {
  readonly articles: readonly Article[]
  readonly total: number
  /** `Ember Outdoor`, `all brands`. */
  readonly who: string
  readonly isWide?: boolean
}

/** Articles to choose from, of one brand at a time. */
export const ArticleList = ({ articles, total, who, isWide = false }: Props) => {
  const { picked, search, brandId } = usePicker()
  const unseen = picked.filter((slug) => !articles.some(({ articleSlug }) => articleSlug === slug))
  const orderOf = (article: Article) => (article.brandId === brandId ? picked.indexOf(article.articleSlug) + 1 : 0)
  return (
    <div className={css.list}>
      {unseen.length === 0 ? null : (
        <Text size="xs" c="dimmed" px="md" py="xs">
          Also chosen: {unseen.join(', ')}
        </Text>
      )}
      {isWide ? (
        <div className={css.heads} aria-hidden>
          {['', 'Article', 'Brand', 'Last published', 'Known from', 'Status'].map((head) => (
            <span key={head}>{head}</span>
          ))}
        </div>
      ) : null}
      <ul aria-label={`Articles of ${who}`}>
        {articles.map((article) => (
          <Row
            key={`${article.brandId} ${article.articleSlug}`}
            article={article}
            order={orderOf(article)}
            isWide={isWide}
          />
        ))}
      </ul>
      <NewSlug text={search.trim()} known={articles} />
      {articles.length === 0 && search.trim() === '' ? (
        <Text c="dimmed" px="md" py="sm">
          No article of {who} is known yet. Type a slug above.
        </Text>
      ) : null}
      {total > articles.length ? (
        <Text size="xs" c="dimmed" px="md" py="xs">
          {articles.length} of {total} are shown. Type a part of the title to find others.
        </Text>
      ) : null}
    </div>
  )
}
