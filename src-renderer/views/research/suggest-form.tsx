import { Button, SegmentedControl, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { Name } from '../../parts/name.tsx'
import { Panel } from '../../parts/panel.tsx'
import { byName, useBrand, useBrands } from '../../state/brands.ts'
import {
  draftProblem,
  SOURCES,
  type Source,
  setSuggestDraft,
  suggest,
  useAnswer,
  useSuggestDraft,
} from '../../state/research.ts'
import css from './research.module.css'

const SOURCE_LABELS: Record<Source, string> = { brand: 'Brand', website: 'Website', description: 'Description' }
const SOURCE_ABOUT: Record<Source, string> = {
  brand: 'The service uses what it knows about the brand.',
  website: 'The service reads this site first. This takes a moment.',
  description: 'The service uses this description instead of a website.',
}
const AUDIENCE_MAX = 50
const SEGMENT_MAX = 200

type Props = { readonly brandId: string; readonly onBrand: ((brandId: string) => void) | null }

const Fields = ({ brandId, problem }: { readonly brandId: string; readonly problem: string | null }) => {
  const draft = useSuggestDraft(brandId)
  const set = (change: Parameters<typeof setSuggestDraft>[1]) => setSuggestDraft(brandId, change)
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label="Source of the suggestions"
        data={SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] }))}
        value={draft.source}
        onChange={(next) => set({ source: SOURCES.find((one) => one === next) ?? 'brand' })}
      />
      <p className={css.hint}>{SOURCE_ABOUT[draft.source]}</p>
      {draft.source === 'website' ? (
        <TextInput
          label="Website"
          placeholder="example.com"
          maxLength={2000}
          error={problem}
          value={draft.website}
          onChange={(event) => set({ website: event.currentTarget.value })}
        />
      ) : null}
      {draft.source === 'description' ? (
        <Textarea
          label="Description"
          placeholder="What the business offers and who its customers are"
          autosize
          minRows={4}
          maxRows={10}
          maxLength={10_000}
          error={problem}
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
      ) : null}
      <TagsInput
        label="Audience"
        description="Optional segments. Press Enter after each."
        placeholder={draft.audience.length === 0 ? 'Type a segment, then Enter' : ''}
        acceptValueOnBlur
        splitChars={[',', ';', '\n']}
        maxTags={AUDIENCE_MAX}
        clearable
        value={[...draft.audience]}
        onChange={(next) =>
          set({
            audience: [...new Set(next.map((one) => one.trim().slice(0, SEGMENT_MAX)))].filter((one) => one !== ''),
          })
        }
      />
    </>
  )
}

/** What suggestions are asked from. A draft a brand: it stays as it is while another view or brand is looked at. */
export const SuggestForm = ({ brandId, onBrand }: Props) => {
  const brands = useBrands((state) => state.list)
  const brand = useBrand(brandId)
  const draft = useSuggestDraft(brandId)
  const isAsking = useAnswer(brandId).state === 'asking'
  // Told once it was tried, or left with something in it: not while the first letters are typed.
  const [tried, setTried] = useState<string | null>(null)
  const problem = draftProblem(draft)
  const isTold = tried === `${brandId} ${draft.source}`
  const data = useMemo(() => byName(brands).map(({ id, name }) => ({ value: id, label: name })), [brands])
  const tell = () => setTried(`${brandId} ${draft.source}`)
  return (
    <Panel title="Suggest keywords">
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          tell()
          if (problem === null) void suggest(brandId)
        }}
        onBlur={() => {
          if (draft.website.trim() !== '' || draft.description.trim() !== '') tell()
        }}
      >
        {onBrand === null ? null : (
          <Select
            label="Brand"
            searchable
            allowDeselect={false}
            limit={50}
            data={data}
            value={brandId}
            onChange={(next) => next !== null && onBrand(next)}
          />
        )}
        <Fields brandId={brandId} problem={isTold ? problem : null} />
        <Button type="submit" loading={isAsking} data-suggest>
          {brand === undefined ? (
            'Suggest keywords'
          ) : (
            <span className={css.act}>
              Suggest for <BrandMark name={brand.name} colour={brand.colour} size="sm" />
              <Name>{brand.name}</Name>
            </span>
          )}
        </Button>
        <p className={css.hint}>Returns at most ten keywords. This tracks nothing.</p>
      </form>
    </Panel>
  )
}
