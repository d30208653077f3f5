import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconDownload, IconListSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { BasketRow, Suggestion } from '../../../src-shared/desk/research.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { KeyCaps } from '../../parts/key-caps.tsx'
import { Name } from '../../parts/name.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useBrand } from '../../state/brands.ts'
import { type Marked, markKeywords, suggest, useAnswer } from '../../state/research.ts'
import { listChoices } from '../../table/export-choices.ts'
import { ExportMenu } from '../../table/export-menu.tsx'
import { isOpeningClick } from '../../table/row-click.ts'
import { ExampleSuggestions } from './example-suggestions.tsx'
import { KeywordFacts } from './keyword-facts.tsx'
import { KeywordStatus } from './keyword-status.tsx'
import { MarkButtons } from './mark-buttons.tsx'
import { NoteField } from './note-field.tsx'
import css from './research.module.css'
import { markKey, useMarking } from './use-marking.ts'

type Props = { readonly brandId: string; readonly basket: readonly BasketRow[] | undefined }
type Row = Marked & { readonly suggestion: Suggestion; readonly kept: BasketRow | undefined }

const rowsOf = (brandId: string, suggestions: readonly Suggestion[], basket: Props['basket']): Row[] => {
  const byKeyword = new Map(basket?.map((row) => [row.keyword, row]))
  return suggestions.map((suggestion) => {
    const kept = byKeyword.get(suggestion.keyword)
    const state = basket === undefined ? suggestion.basket : (kept?.state ?? null)
    return { brandId, keyword: suggestion.keyword, state, suggestion, kept }
  })
}

const Keys = () => (
  <Group gap={6} px="md" py={10} fz="xs" className="soft" aria-hidden>
    <KeyCaps keys="j" /> <KeyCaps keys="k" /> move · <KeyCaps keys="1" /> keep · <KeyCaps keys="3" /> drop ·{' '}
    <KeyCaps keys="n" /> note · <KeyCaps keys="enter" /> details · <KeyCaps keys="z" /> undo
  </Group>
)

const BASKET_LABELS = { keep: 'kept', drop: 'dropped' } as const
const basketLabel = ({ state }: Row): string => (state === null ? 'not in the basket' : BASKET_LABELS[state])

const useList = (rows: readonly Row[]) => {
  const list = useRef<HTMLUListElement>(null)
  const reveal = (index: number) => list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  const [opened, setOpened] = useState<string | null>(null)
  const toggle = ({ keyword }: Marked) => setOpened((open) => (open === keyword ? null : keyword))
  const marking = useMarking({ rows, onMove: reveal, onOpen: toggle, stays: true })
  return { ...marking, rows, list, opened, toggle }
}

const List = ({ rows, list, opened, toggle, active, setActive, selected, pick }: ReturnType<typeof useList>) => (
  <ul className={`${css.suggestions} lines`} ref={list} aria-label="Suggestions">
    {rows.map((row, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keyword's button and Enter do the same
      <li
        key={row.keyword}
        data-active={index === active || undefined}
        data-selected={selected.has(markKey(row)) || undefined}
        data-state={row.state ?? undefined}
        style={{ cursor: 'pointer' }}
        onClick={({ target, ctrlKey, metaKey, shiftKey }) => {
          if (!isOpeningClick(target)) return
          if (ctrlKey || metaKey || shiftKey) return pick(index, shiftKey)
          setActive(index)
          toggle(row)
        }}
      >
        <MarkButtons row={row} />
        <button
          type="button"
          className={css.keyword}
          title={row.keyword}
          aria-expanded={opened === row.keyword}
          onClick={() => {
            setActive(index)
            toggle(row)
          }}
        >
          <Name>{row.keyword}</Name>
        </button>
        <KeywordStatus {...row.suggestion} />
        {row.kept === undefined ? (
          <span className="soft">{row.state === null ? '' : 'in the basket'}</span>
        ) : (
          <NoteField key={row.keyword} row={row.kept} />
        )}
        {opened === row.keyword ? (
          <KeywordFacts brandId={row.brandId} keyword={row.keyword} basket={basketLabel(row)} />
        ) : null}
      </li>
    ))}
  </ul>
)

const NoSuggestions = ({ brandId }: { readonly brandId: string }) => {
  const answer = useAnswer(brandId)
  if (answer.state === 'asking')
    return (
      <Text c="dimmed" ta="center" py={48} role="status">
        Loading suggestions …
      </Text>
    )
  if (answer.state === 'failed')
    return <ErrorNotice title="No suggestions loaded" error={answer.error} onRetry={() => void suggest(brandId)} />
  return (
    <EmptyState icon={<IconListSearch size={20} />} title="No suggestions">
      The service found no keywords. Describe the business in a sentence or two, or add an audience.
    </EmptyState>
  )
}

const NOUNS = ['suggestion', 'suggestions'] as const

const choicesOf = (brandId: string, rows: readonly Row[], selected: ReadonlySet<string>) => {
  const picked = rows.filter((row) => selected.has(markKey(row)))
  const suggestions = rows.map(({ suggestion, state }) => ({ ...suggestion, basket: state }))
  return listChoices('suggestions', NOUNS, {
    all: rows,
    picked,
    input: { brandIds: [brandId] },
    answer: { suggestions },
  })
}

type AnsweredProps = {
  readonly brandId: string
  readonly about: string
  readonly note: string | null
  readonly rows: readonly Row[]
}

const Answered = ({ brandId, about, note, rows }: AnsweredProps) => {
  const list = useList(rows)
  const open = rows.filter(({ state }) => state === null)
  return (
    <Panel
      isFlush
      title={
        <Group>
          {plural(rows.length, 'suggestion')} <BrandBadge brandId={brandId} />
          <Text c="dimmed" maw={220} truncate>
            from <bdi>{about}</bdi>
          </Text>
        </Group>
      }
      aside={
        <>
          {open.length === 0 ? (
            <span className="soft">all marked</span>
          ) : (
            <Button variant="default" size="compact-xs" onClick={() => void markKeywords(open, 'keep')}>
              Keep the remaining {open.length}
            </Button>
          )}
          <ExportMenu choices={choicesOf(brandId, rows, list.selected)}>
            <ActionIcon aria-label="Export" title="Export (Ctrl+E)">
              <IconDownload size={16} />
            </ActionIcon>
          </ExportMenu>
        </>
      }
    >
      {note === null ? null : (
        <Text c="dimmed" px="md" py={8}>
          {note}
        </Text>
      )}
      <List {...list} />
      <Keys />
    </Panel>
  )
}

/** The suggestions for a brand, each with its keyword status and buttons to keep or drop it. */
export const Suggestions = ({ brandId, basket }: Props) => {
  const answer = useAnswer(brandId)
  // A demo asks no service and costs nothing: it shows its suggestions without a click.
  const isDemo = useBrand(brandId)?.demo === true
  const isFirst = isDemo && answer.state === 'none'
  useEffect(() => {
    if (isFirst) void suggest(brandId)
  }, [isFirst, brandId])
  const suggestions = answer.state === 'done' ? answer.suggestions : undefined
  const rows = useMemo(() => rowsOf(brandId, suggestions ?? [], basket), [brandId, suggestions, basket])
  if (answer.state === 'none') return isFirst ? null : <ExampleSuggestions />
  return answer.state === 'done' && rows.length > 0 ? (
    <Answered brandId={brandId} about={answer.about} note={answer.note} rows={rows} />
  ) : (
    <Panel title="Suggestions">
      <NoSuggestions brandId={brandId} />
    </Panel>
  )
}
