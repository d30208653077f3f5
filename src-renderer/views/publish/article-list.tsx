import { Button, Text } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { Article } from '../../../src-shared/desk/publishing.ts'
import { cleanSlug, slugProblem } from '../../../src-shared/desk/values/slugs.ts'
import { articleTitle, ENTRY_LABELS, ENTRY_TONES, SEEN_LABELS } from '../../format/entry-labels.ts'
import { formatDate } from '../../format/time.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { togglePick, usePicker } from '../../state/publish-draft.ts'
import css from './articles.module.css'

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

type RowProps = { readonly article: Article; readonly order: number }

const Row = ({ article, order }: RowProps) => {
  const { articleSlug, state, at, seenIn } = article
  return (
    <li>
      <button
        type="button"
        className={css.article}
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
  /** The brand's name. */
  readonly who: string
}

/** Articles to choose from, of one brand at a time. */
export const ArticleList = ({ articles, total, who }: Props) => {
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
      <ul aria-label={`Articles of ${who}`}>
        {articles.map((article) => (
          <Row key={`${article.brandId} ${article.articleSlug}`} article={article} order={orderOf(article)} />
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
