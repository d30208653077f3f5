import { Button, Group, Menu, Textarea } from '@mantine/core'
import { IconBulb, IconChevronDown, IconHistory, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { formatAgo } from '../../format/time.ts'
import { useNow } from '../../parts/use-now.ts'
import { useScope } from '../../state/location.ts'
import { runSql, setSql, stopSql, useConsole } from '../../state/query.ts'
import { EXAMPLES } from './examples.ts'
import css from './sql.module.css'

const HISTORY_SHOWN = 20
const INDENT = '  '

/** The text as it is on one line of a menu. */
const oneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim()

const Examples = () => (
  <Menu position="bottom-start" width={420}>
    <Menu.Target>
      <Button variant="default" leftSection={<IconBulb size={14} />} rightSection={<IconChevronDown size={12} />}>
        Examples
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {EXAMPLES.map(({ title, sql }) => (
        <Menu.Item key={title} onClick={() => setSql(sql)}>
          {title}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

const History = () => {
  const rows = useDesk('query.history', { limit: HISTORY_SHOWN }).value?.rows ?? []
  const nowMs = useNow()
  return (
    <Menu position="bottom-start" width={420}>
      <Menu.Target>
        <Button
          variant="default"
          disabled={rows.length === 0}
          leftSection={<IconHistory size={14} />}
          rightSection={<IconChevronDown size={12} />}
        >
          History
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={css.history}>
        {rows.map(({ id, sql, at, error, returned }) => (
          <Menu.Item key={id} onClick={() => setSql(sql)}>
            <div className="truncate">
              <code>{oneLine(sql)}</code>
            </div>
            <div className="soft">
              {formatAgo(at, nowMs)} · {error === null ? plural(returned ?? 0, 'row') : 'failed'}
            </div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A place in the text, from the path of the error: `sql.2.8` is line 2, character 8. */
const offsetOf = (sql: string, path: string | undefined): number | null => {
  const [, line, column] = /^sql\.(\d+)\.(\d+)$/.exec(path ?? '') ?? []
  if (line === undefined || column === undefined) return null
  const before = sql.split('\n').slice(0, Number(line) - 1)
  return before.reduce((sum, text) => sum + text.length + 1, 0) + Number(column) - 1
}

type Props = { readonly field: RefObject<HTMLTextAreaElement | null> }

export const SqlEditor = ({ field }: Props) => {
  const { sql, runId, error } = useConsole((state) => state)
  const scope = useScope()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when an error arrives, not when the text changes after it
  useEffect(() => {
    const at = offsetOf(sql, error?.detail?.issues?.[0]?.path)
    if (at !== null && document.activeElement === field.current) field.current?.setSelectionRange(at, at)
  }, [error])

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void runSql()
    }
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Tab' || event.shiftKey || event.altKey || event.ctrlKey) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    event.currentTarget.setRangeText(INDENT, selectionStart, selectionEnd, 'end')
    setSql(event.currentTarget.value)
  }
  return (
    <div className={css.editor}>
      <Textarea
        key={scope}
        ref={field}
        aria-label="SQL"
        description="A SELECT over the views: nothing can be changed. Ctrl and Enter run it; Tab indents, Esc leaves the field."
        inputWrapperOrder={['input', 'description']}
        classNames={{ input: css.text ?? '' }}
        autosize
        minRows={6}
        maxRows={18}
        maxLength={20_000}
        spellCheck={false}
        value={sql}
        onChange={(event) => setSql(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group gap={8}>
        {runId === null ? (
          <Button leftSection={<IconPlayerPlay size={14} />} disabled={sql.trim() === ''} onClick={() => void runSql()}>
            Run query
          </Button>
        ) : (
          <Button color="red" leftSection={<IconPlayerStop size={14} />} onClick={() => void stopSql()}>
            Stop query
          </Button>
        )}
        <Examples />
        <History />
      </Group>
    </div>
  )
}
