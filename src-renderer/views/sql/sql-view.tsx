import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useRef } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { NoMainAction } from '../../parts/main-action.tsx'
import { Page } from '../../parts/panel.tsx'
import { runSql, setSql, stopSql, useConsole } from '../../state/query.ts'
import { SqlEditor } from './editor.tsx'
import { SqlResult } from './result.tsx'
import { Schema } from './schema.tsx'
import css from './sql.module.css'

/** One reading query over the documented views: of the brand in view, or of all. */
export const SqlView = () => {
  const field = useRef<HTMLTextAreaElement>(null)
  const isRunning = useConsole(({ runId }) => runId !== null)
  useCommands('SQL console', [
    {
      id: 'sql.run',
      title: 'Run query',
      icon: IconPlayerPlay,
      keys: ['r'],
      isEnabled: () => !isRunning,
      run: () => void runSql(),
    },
    {
      id: 'sql.stop',
      title: 'Stop query',
      icon: IconPlayerStop,
      keys: [],
      isEnabled: () => isRunning,
      run: () => void stopSql(),
    },
  ])
  const insert = (text: string) => {
    const input = field.current
    if (input === null) return
    input.focus()
    input.setRangeText(text, input.selectionStart, input.selectionEnd, 'end')
    setSql(input.value)
  }
  return (
    <Page>
      <NoMainAction />
      <div className={css.layout}>
        <div className={css.main}>
          <SqlEditor field={field} />
          <SqlResult />
        </div>
        <aside aria-label="Views and columns">
          <Schema onInsert={insert} />
        </aside>
      </div>
    </Page>
  )
}
