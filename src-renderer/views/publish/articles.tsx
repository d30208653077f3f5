import { Button, Chip } from '@mantine/core'
import { IconCalendarPlus, IconSend } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Article } from '../../../src-shared/desk/publishing.ts'
import { cleanSlug, slugProblem } from '../../../src-shared/desk/values/slugs.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { pageQuery } from '../../data/page-query.ts'
import { ENTRY_LABELS } from '../../format/entry-labels.ts'
import { plural } from '../../format/numbers.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { useBrands } from '../../state/brands.ts'
import { clear, isNarrowed, readText, readTexts, useArticleFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, type Scope, useScope } from '../../state/location.ts'
import {
  articleCount,
  clearPicks,
  openTyped,
  pickArticles,
  startChosen,
  targetsOf,
  usePicker,
  useTypedDraft,
} from '../../state/publish-draft.ts'
import type { SortKey } from '../../table/column.ts'
import { FilterMenu, FilterRow } from '../../table/filter-row.tsx'
import { readPicked } from '../../table/picked-rows.ts'
import { TableView } from '../../table/table-view.tsx'
import { useTable } from '../../table/use-table.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { ARTICLE_COLUMNS } from './article-columns.tsx'
import { ArticlePanel } from './article-panel.tsx'

const STATES = Object.keys(ENTRY_LABELS) as (keyof typeof ENTRY_LABELS)[] // keys of a record
/** Above, the desk lists only some ranked pages of each (`publishing.articles`). */
const BRANDS_WITH_PAGES_MAX = 10
const ROW_NOUNS = ['article', 'articles'] as const

/** What needs a person, then what comes next. */
const NEXT_FIRST: SortKey[] = [{ by: 'next', direction: 'asc' }]

const useArticles = () => {
  // Only ranked pages: the brands in view have no other article.
  const [isOfPages, setOfPages] = useState(false)
  const filters = useArticleFilters()
  const { search, state, hasPages } = filters
  const filter = {
    ...(state.length === 0 ? {} : { state: [...state] }),
    ...(hasPages ? {} : { seenIn: ['publish', 'delivery'] satisfies Article['seenIn'][], orPages: true }),
  }
  const input = { brandIds: brandIdsOf(useScope()), filter }
  const table = useTable<Article>({
    view: 'articles',
    columns: ARTICLE_COLUMNS,
    query: (sort) =>
      pageQuery('publishing.articles', {
        input,
        search,
        sort: sort.length === 0 ? NEXT_FIRST : sort,
        onReply: ({ rows: [first] }) => {
          if (first !== undefined) setOfPages(!hasPages && first.seenIn === 'ranked-page')
        },
      }),
  })
  return { table, filters, isOfPages }
}

const isOfOneBrand = (articles: readonly Article[]): boolean =>
  new Set(articles.map(({ brandId }) => brandId)).size <= 1

/** Articles of several brands go to a draft, where each brand has its own. */
const draftOf = (articles: readonly Article[]): void => {
  const byBrand = Map.groupBy(articles, ({ brandId }) => brandId)
  const slugs = Object.fromEntries([...byBrand].map(([id, own]) => [id, own.map(({ articleSlug }) => articleSlug)]))
  startChosen({ kind: 'schedule', brandIds: [...byBrand.keys()], slugs }, 'compose')
}

/** The panel is about the selected articles, else about the one that was opened. */
const useChosen = ({ picks, picked, scope }: ReturnType<typeof useArticles>['table']) => {
  const [about, setAbout] = useState<Article | null>(null)
  const chosen = usePicker()
  const isShown = chosen.picked.length > 0 && (scope === 'all' || scope === chosen.brandId)
  const choose = (articles: readonly Article[]) => {
    if (!isOfOneBrand(articles)) return draftOf(articles)
    pickArticles(articles)
    setAbout(articles.length === 1 ? (articles[0] ?? null) : null)
  }
  const chooseSelected = async () => choose(await readPicked(picks, 'No article was chosen'))
  const follow = async () => {
    const articles = await readPicked(picks, 'No article was chosen')
    if (isOfOneBrand(articles)) choose(articles)
    else clearPicks()
  }
  const isFollowing = isShown && picked > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: an open panel follows the selection, not the functions
  useEffect(() => {
    if (isFollowing) void follow()
  }, [isFollowing, picked])
  return {
    chooseSelected,
    chooseSlug: (brandId: string, slug: string) => {
      pickArticles([{ brandId, articleSlug: slug, provider: null }])
      setAbout(null)
    },
    about: chosen.picked.length === 1 && about?.articleSlug === chosen.picked[0] ? about : null,
    opened: {
      shown: isShown ? chosen : null,
      open: (row: Article) => {
        if (picks.current?.selected() === 0) choose([row])
        else void chooseSelected()
      },
      close: clearPicks,
      isShown: ({ brandId, articleSlug }: Article) =>
        isShown && brandId === chosen.brandId && chosen.picked.includes(articleSlug),
    },
  }
}

const ShowPages = () => (
  <Button variant="default" onClick={() => useArticleFilters.setState({ hasPages: true })}>
    Show ranked pages
  </Button>
)

type EmptyProps = { readonly scope: Scope; readonly who: string; readonly onChoose: (slug: string) => void }

const Empty = ({ scope, who, onChoose }: EmptyProps) => {
  const filters = useArticleFilters()
  const text = filters.search.trim()
  const slug = slugProblem(text) === null ? text : cleanSlug(text)
  if (!isNarrowed(filters))
    return (
      <EmptyState icon={<IconSend size={22} />} title="No articles yet">
        Articles of {who} that are published or scheduled from here, or that a webhook reports, are listed here, and
        until then its ranked pages.
      </EmptyState>
    )
  return (
    <NothingFits title="No articles match these filters" onClear={() => clear(useArticleFilters)}>
      {filters.hasPages ? null : <ShowPages />}
      {scope === 'all' || slug === '' ? null : (
        <Button variant="default" onClick={() => onChoose(slug)}>
          Choose {slug}, a new slug
        </Button>
      )}
    </NothingFits>
  )
}

/** The articles of one brand or all that this desk knows, and what can be done with those that are chosen. */
export const Articles = () => {
  const { table, filters, isOfPages } = useArticles()
  const { scope, who, picked, picks } = table
  const hasSomePages = useBrands(
    ({ list }) => (filters.hasPages || isOfPages) && scope === 'all' && list.length > BRANDS_WITH_PAGES_MAX,
  )
  const typed = articleCount(targetsOf(useTypedDraft()))
  const { about, opened, chooseSelected, chooseSlug } = useChosen(table)
  useCommands('Publish', [
    {
      id: 'articles.choose',
      title: 'Schedule or publish the selected articles',
      icon: IconCalendarPlus,
      isEnabled: () => picked > 0,
      run: chooseSelected,
    },
  ])
  const filterRow = (
    <FilterRow by="title or slug" of="articles" store={useArticleFilters} onDone={table.focus}>
      <FilterMenu label="Status" labels={ENTRY_LABELS} store={useArticleFilters} field="state" />
      {isOfPages ? (
        <span className="soft">No articles of {who} yet: ranked pages, to choose from</span>
      ) : (
        <Chip size="xs" checked={filters.hasPages} onChange={(hasPages) => useArticleFilters.setState({ hasPages })}>
          Also ranked pages
        </Chip>
      )}
      {hasSomePages ? <span className="soft">The first of each brand</span> : null}
    </FilterRow>
  )
  return (
    <>
      <MainAction>
        <Button leftSection={<IconCalendarPlus size={14} />} onClick={openTyped}>
          {typed === 0 ? 'Schedule or publish' : `Continue the list of ${plural(typed, 'article')}`}
        </Button>
      </MainAction>
      <TableView
        table={table}
        title="Articles"
        rowNouns={ROW_NOUNS}
        top={filterRow}
        barStart={
          picked === 0 ? null : (
            <Button
              size="compact-xs"
              leftSection={<IconCalendarPlus size={13} aria-hidden />}
              onClick={() => void chooseSelected()}
            >
              Schedule or publish …
            </Button>
          )
        }
        saved={{
          write: () => ({ search: filters.search, state: [...filters.state], hasPages: filters.hasPages }),
          read: (kept) => {
            const states = readTexts(kept.state)
            const state = STATES.filter((each) => states.includes(each))
            useArticleFilters.setState({ search: readText(kept.search), state, hasPages: kept.hasPages === true })
          },
        }}
        empty={<Empty scope={scope} who={who} onChoose={(slug) => chooseSlug(scope, slug)} />}
        opened={opened}
        side={(_, close) => <ArticlePanel article={about} onClose={close} onDone={() => picks.current?.clear()} />}
      />
    </>
  )
}
