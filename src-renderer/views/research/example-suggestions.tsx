import { Group, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Panel } from '../../parts/panel.tsx'
import { KeywordStatus } from './keyword-status.tsx'
import css from './research.module.css'

const EXAMPLES = [
  {
    keyword: 'waterproof hiking boots',
    isTracked: true,
    position: 4.2,
    mark: 'keep',
    note: 'Update the guide',
  },
  { keyword: 'hiking boots for wide feet', isTracked: false, position: 18.6, mark: 'keep', note: 'New section, May' },
  { keyword: 'how to break in leather boots', isTracked: false, position: null, mark: 'keep', note: 'Article for Ana' },
  { keyword: 'vegan hiking boots', isTracked: false, position: null, mark: null, note: '' },
  { keyword: 'cheap ski boots', isTracked: false, position: null, mark: 'drop', note: '' },
] as const

const Mark = ({ mark }: { readonly mark: (typeof EXAMPLES)[number]['mark'] }) => (
  <Group gap={10} wrap="nowrap">
    <IconCheck size={15} className={mark === 'keep' ? 'good' : 'soft'} aria-hidden />
    <IconX size={15} className={mark === 'drop' ? 'bad' : 'soft'} aria-hidden />
    <span className="visually-hidden">{mark ?? 'open'}</span>
  </Group>
)

/** What a person gets, before the first suggestions of a brand were asked for. */
export const ExampleSuggestions = () => (
  <Panel title="Suggestions" isFlush aside={<span className="soft">Example: a shoe shop</span>}>
    <Text px="md" py="sm">
      You get up to ten keywords. Each shows whether the brand tracks it or ranks for it already. Keep the good ones in
      the basket, with a note for the writer. Nothing is tracked or written until you do it.
    </Text>
    <ul className={`${css.suggestions} ${css.example} lines`} aria-label="Example of suggestions">
      {EXAMPLES.map(({ keyword, isTracked, position, mark, note }) => (
        <li key={keyword} data-state={mark ?? undefined}>
          <Mark mark={mark} />
          <span className={css.keyword}>{keyword}</span>
          <KeywordStatus isTracked={isTracked} position={position} />
          <span className="soft truncate">{note}</span>
        </li>
      ))}
    </ul>
  </Panel>
)
