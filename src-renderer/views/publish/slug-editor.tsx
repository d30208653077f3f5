import { Autocomplete, Button, Group, Paper, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ClipboardEvent, type KeyboardEvent, memo, useState } from 'react'
import type { Article } from '../../../src-shared/desk/publishing.ts'
import { cleanSlug, slugProblem, titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { useDesk } from '../../data/use-desk.ts'
import { articleTitle, ENTRY_LABELS, SEEN_LABELS } from '../../format/entry-labels.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { RemovablePill } from '../../parts/fields/removable-pill.tsx'
import { brandName } from '../../state/brands.ts'
import { badSlugsOf, setSlugs, useDraft } from '../../state/publish-draft.ts'
import { listNote, listOf, parseSlugs, type SlugList } from './slug-list.ts'

/** Slugs of a brand that no address can have, each with the reason and a clean one to use instead. */
const BadSlugs = ({ brandId }: { readonly brandId: string }) => {
  const draft = useDraft()
  const replace = (bad: string, good: string) =>
    setSlugs(brandId, [...new Set((draft.slugs[brandId] ?? []).map((slug) => (slug === bad ? good : slug)))])
  const bad = badSlugsOf(draft, brandId)
  if (bad.length === 0) return null
  return (
    <ul aria-label={`Slugs of ${brandName(brandId)} to fix`} className="warn">
      {bad.slice(0, 20).map((slug) => {
        const clean = cleanSlug(slug)
        return (
          <Group component="li" key={slug} gap="xs" mb={6}>
            <span>
              <bdi>{slug}</bdi>: {slugProblem(slug)}
            </span>
            {clean === '' ? null : (
              <Button variant="default" size="compact-xs" onClick={() => replace(slug, clean)}>
                Use {clean}
              </Button>
            )}
          </Group>
        )
      })}
    </ul>
  )
}

const NO_SLUGS: readonly string[] = []
const NO_ARTICLES: readonly Article[] = []
const PAUSE_MS = 150
const OFFERED = 20

/** Articles of this brand that the desk knows and whose title or slug matches the text. */
const useKnown = (brandId: string, text: string): readonly Article[] => {
  const [search] = useDebouncedValue(text.trim(), PAUSE_MS)
  return useDesk('publishing.articles', { brandIds: [brandId], search, limit: OFFERED }).value?.rows ?? NO_ARTICLES
}

/** What is typed, as a slug: a title that the desk knows means its article. */
const slugOfText = (text: string, known: readonly Article[]): string => {
  const title = text.trim().toLowerCase()
  return known.find((article) => articleTitle(article).toLowerCase() === title)?.articleSlug ?? text
}

const Known = ({ article }: { readonly article: Article }) => (
  <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    {articleTitle(article)}{' '}
    <span className="soft">
      /{article.articleSlug} · {article.state === null ? SEEN_LABELS[article.seenIn] : ENTRY_LABELS[article.state]}
    </span>
  </div>
)

const Slug = memo(({ slug, onRemove }: { readonly slug: string; readonly onRemove: (slug: string) => void }) => (
  <Group component="li" maw="100%">
    <RemovablePill
      text={`${titleOfSlug(slug)} · /${slug}`}
      removeLabel={`Remove ${slug}`}
      onRemove={() => onRemove(slug)}
    />
  </Group>
))

const useAdding = (brandId: string, slugs: readonly string[]) => {
  const [note, setNote] = useState('')
  const add = (list: SlugList) => {
    const all = listOf([...slugs, ...list.slugs])
    setSlugs(brandId, all.slugs)
    setNote(listNote({ ...list, repeated: [...list.repeated, ...all.repeated] }))
  }
  return { note, add }
}

type InputProps = { readonly brandId: string; readonly onAdd: (list: SlugList) => void }

const SlugInput = ({ brandId, onAdd }: InputProps) => {
  const [text, setText] = useState('')
  const known = useKnown(brandId, text)
  const add = (raw: string) => {
    const list = parseSlugs(raw)
    if (list.slugs.length > 0 || list.tooLong.length > 0) onAdd(list)
    setText('')
  }
  const press = (event: KeyboardEvent) => {
    // Enter on an option of the list chooses that one; the list says so by its active descendant.
    const isChoosing = event.currentTarget.getAttribute('aria-activedescendant')
    if ((event.key === 'Enter' && !isChoosing) || event.key === ',') {
      event.preventDefault()
      add(event.key === 'Enter' ? slugOfText(text, known) : text)
    }
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!/[\n,;\t]/.test(pasted)) return
    event.preventDefault()
    add(`${text}\n${pasted}`)
  }
  return (
    <Autocomplete
      aria-label={`Articles of ${brandName(brandId)}`}
      placeholder="Title or slug; press Enter after each, or paste a list"
      maxLength={5000}
      limit={OFFERED}
      data={known.map(({ articleSlug }) => articleSlug)}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const article = known.find(({ articleSlug }) => articleSlug === option.value)
        return article === undefined ? option.value : <Known article={article} />
      }}
      value={text}
      onChange={setText}
      onOptionSubmit={(value) => {
        onAdd(listOf([value]))
        setTimeout(() => setText(''))
      }}
      onKeyDown={press}
      onPaste={paste}
      onBlur={() => text.trim() !== '' && add(slugOfText(text, known))}
    />
  )
}

/** The articles of one brand: typed, pasted, or completed from slugs that the desk knows. */
export const SlugEditor = memo(({ brandId }: { readonly brandId: string }) => {
  const slugs = useDraft((state) => state.slugs[brandId]) ?? NO_SLUGS
  const { note, add } = useAdding(brandId, slugs)
  const [isList, setList] = useState(false)
  const [text, setText] = useState('')
  const takeList = () => {
    const list = parseSlugs(text)
    setSlugs(brandId, list.slugs)
    setList(false)
  }
  return (
    <Paper component="section" withBorder p="sm" aria-label={`Articles for ${brandName(brandId)}`}>
      <Group gap="sm" mb="xs">
        <BrandBadge brandId={brandId} size="md" />
        <Text c="dimmed">{plural(slugs.length, 'article')}</Text>
        <Button
          ml="auto"
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() => {
            setText(slugs.join('\n'))
            setList(!isList)
          }}
        >
          {isList ? 'One by one' : 'Edit as a list'}
        </Button>
      </Group>
      {/* Above the field: the list of known slugs opens below it. */}
      <BadSlugs brandId={brandId} />
      {isList ? (
        <>
          <Textarea
            aria-label={`Articles of ${brandName(brandId)}, one per line`}
            autosize
            minRows={4}
            maxRows={14}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button mt="xs" variant="default" onClick={takeList}>
            Use this list
          </Button>
        </>
      ) : (
        <SlugInput brandId={brandId} onAdd={add} />
      )}
      {slugs.length === 0 || isList ? null : (
        <Group
          component="ul"
          gap={6}
          mah={180}
          mt="xs"
          style={{ overflow: 'auto' }}
          aria-label={`Chosen for ${brandName(brandId)}`}
        >
          {slugs.map((slug) => (
            <Slug
              key={slug}
              slug={slug}
              onRemove={(gone) =>
                setSlugs(
                  brandId,
                  slugs.filter((each) => each !== gone),
                )
              }
            />
          ))}
        </Group>
      )}
      {note === '' ? null : (
        <Text c="dimmed" size="xs" mt={6} role="status">
          {note}
        </Text>
      )}
    </Paper>
  )
})
