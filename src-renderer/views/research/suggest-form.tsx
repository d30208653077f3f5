import { Button, SegmentedControl, Select, Stack, TagsInput, Text, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ActionLabel } from '../../parts/action-label.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Panel } from '../../parts/panel.tsx'
import { byName, useBrands } from '../../state/brands.ts'
import {
  draftProblem,
  SOURCES,
  type Source,
  setSuggestDraft,
  suggest,
  useAnswer,
  useSuggestDraft,
} from '../../state/research.ts'

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
      <Text c="dimmed" size="xs">
        {SOURCE_ABOUT[draft.source]}
      </Text>
      {draft.source === 'website' ? (
        <TextField
          label="Website"
          placeholder="example.com"
          maxLength={2000}
          error={problem}
          value={draft.website}
          onChange={(website) => set({ website })}
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

/** The source of the suggestions. Each brand has its own draft, which stays while other views are open. */
export const SuggestForm = ({ brandId, onBrand }: Props) => {
  const brands = useBrands((state) => state.list)
  const draft = useSuggestDraft(brandId)
  const isAsking = useAnswer(brandId).state === 'asking'
  // The problem shows after a try, or when the person leaves a field with text: not while they type the first letters.
  const [tried, setTried] = useState<string | null>(null)
  const problem = draftProblem(draft)
  const isShown = tried === `${brandId} ${draft.source}`
  const data = useMemo(() => byName(brands).map(({ id, name }) => ({ value: id, label: name })), [brands])
  const showProblem = () => setTried(`${brandId} ${draft.source}`)
  return (
    <Panel title="Suggest keywords">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          showProblem()
          if (problem === null) void suggest(brandId)
        }}
        onBlur={() => {
          if (draft.website.trim() !== '' || draft.description.trim() !== '') showProblem()
        }}
      >
        <Stack>
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
          <Fields brandId={brandId} problem={isShown ? problem : null} />
          <Button type="submit" loading={isAsking} data-suggest>
            <ActionLabel what="Suggest for" brandIds={[brandId]} many="a brand" />
          </Button>
          <Text c="dimmed" size="xs">
            Finds at most ten keywords and does not track them.
          </Text>
        </Stack>
      </form>
    </Panel>
  )
}
