import { Autocomplete, Button, Group, Paper, Text, Textarea } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { cleanSlug, slugProblem } from '../../../src-shared/desk/slugs.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { RemovablePill } from '../../parts/fields/removable-pill.tsx'
import { brandName } from '../../state/brands.ts'
import { badSlugsOf, setSlugs, useDraft } from '../../state/publish-draft.ts'
import { seenSlugs } from '../../state/publishing.ts'
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

type Seen = CallOutput<'publishing.slugs'>['slugs']
const NO_SLUGS: readonly string[] = []
const PAUSE_MS = 150

/** Slugs of this brand that the desk knows and that match the text. */
const useSeen = (brandId: string, search: string): Seen => {
  const [seen, setSeen] = useState<Seen>([])
  useEffect(() => {
    let isOld = false
    const timer = setTimeout(async () => {
      const reply = await seenSlugs({ brandId, search, limit: 20 })
      if (!isOld && reply.ok) setSeen(reply.value.slugs)
    }, PAUSE_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [brandId, search])
  return seen
}

const SEEN_LABELS: Record<Seen[number]['seenIn'], string> = {
  delivery: 'delivered',
  publish: 'published before',
  'ranked-page': 'ranked page',
}

const Slug = memo(({ slug, onRemove }: { readonly slug: string; readonly onRemove: (slug: string) => void }) => (
  <Group component="li" maw="100%">
    <RemovablePill text={slug} removeLabel={`Remove ${slug}`} onRemove={() => onRemove(slug)} />
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
  const seen = useSeen(brandId, text)
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
      add(text)
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
      placeholder="Article slug; press Enter or comma after each, or paste a list"
      maxLength={5000}
      limit={20}
      data={[...new Set(seen.map((each) => each.articleSlug))]}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const found = seen.find((each) => each.articleSlug === option.value)
        return (
          <>
            {option.value} {found === undefined ? null : <span className="soft">· {SEEN_LABELS[found.seenIn]}</span>}
          </>
        )
      }}
      value={text}
      onChange={setText}
      onOptionSubmit={(value) => {
        onAdd(listOf([value]))
        setTimeout(() => setText(''))
      }}
      onKeyDown={press}
      onPaste={paste}
      onBlur={() => text.trim() !== '' && add(text)}
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
