import { Button, Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { errorText } from '../../format/errors.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { formatAgo, formatInstant } from '../../format/time.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { VirtualGridTable } from '../../parts/grid-table.tsx'
import { Name } from '../../parts/name.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useBrand } from '../../state/brands.ts'
import { useScope } from '../../state/location.ts'
import { exportSql, type QueryReply, setSql, useConsole } from '../../state/query.ts'
import { EXAMPLES } from './examples.ts'
import css from './sql.module.css'

const NUMBER_PX = 112
const TEXT_PX = 176

const countLabel = ({ returned, total, truncatedBy }: QueryReply): string => {
  if (truncatedBy === null) return plural(returned, 'row')
  const limit = truncatedBy === 'rows' ? plural(returned, 'row') : '8 MB'
  return `${formatWhole(returned)} of ${formatWhole(total)} · truncated at ${limit}`
}

const Table = ({ result: { columns, rows } }: { readonly result: QueryReply }) => {
  const isNumber = columns.map((_, at) => rows.every((row) => row[at] === null || typeof row[at] === 'number'))
  const items = rows.map((row, index) => ({ row, index }))
  // Two columns of a query may have the same name.
  const heads = columns.map((title, at) => ({ key: `${at} ${title}`, title, at }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a wide result
    <section className={css.scroll} aria-label="Result" tabIndex={0}>
      <div style={{ minWidth: isNumber.reduce((sum, isOne) => sum + (isOne ? NUMBER_PX : TEXT_PX), 0) }}>
        <VirtualGridTable
          label="Result of the query"
          columns={heads.map(({ key, title, at }) => ({
            title: key,
            head: title,
            ...(isNumber[at] && { width: NUMBER_PX }),
            ...(isNumber[at] && { isNumber: true }),
          }))}
          items={items}
          keyOf={({ index }) => String(index)}
        >
          {({ row, index }) => (
            <tr aria-rowindex={index + 2}>
              {heads.map(({ key, at }) => (
                <td
                  key={key}
                  data-numbers={isNumber[at] || undefined}
                  className="truncate"
                  title={String(row[at] ?? '')}
                >
                  {row[at] ?? <span className="soft">NULL</span>}
                </td>
              ))}
            </tr>
          )}
        </VirtualGridTable>
      </div>
    </section>
  )
}

const Facts = ({ result }: { readonly result: QueryReply }) => {
  const nowMs = useNow()
  const { tookMs, freshAsOf } = result
  const brand = useBrand(useScope())
  return (
    <span>
      {countLabel(result)}
      {brand === undefined ? null : (
        <>
          {' '}
          of <Name>{brand.name}</Name> only
        </>
      )}
      <span className="soft">
        {' '}
        · {(tookMs / 1000).toFixed(2)} s ·{' '}
        {freshAsOf === null ? (
          'never synced'
        ) : (
          <span title={formatInstant(freshAsOf)}>synced {formatAgo(freshAsOf, nowMs)}</span>
        )}
      </span>
    </span>
  )
}

const Found = ({ result }: { readonly result: QueryReply }) => (
  <Panel
    isFlush
    title={<Facts result={result} />}
    aside={
      <Button variant="default" leftSection={<IconDownload size={14} />} onClick={() => void exportSql()}>
        Export CSV
      </Button>
    }
  >
    {result.rows.length === 0 ? (
      <EmptyState title="No rows">The query ran and found nothing.</EmptyState>
    ) : (
      <Table result={result} />
    )}
    <details className={css.plan}>
      <summary>Plan</summary>
      <pre>{result.plan.join('\n')}</pre>
    </details>
  </Panel>
)

export const SqlResult = () => {
  const { result, error, runId } = useConsole((state) => state)
  if (runId !== null)
    return (
      <Panel>
        <EmptyState icon={<Loader size={20} />} title="Running">
          The desk stops the query after 10 seconds.
        </EmptyState>
      </Panel>
    )
  if (error !== null)
    return (
      <Notice tone="bad" role="alert">
        {errorText(error)}
      </Notice>
    )
  if (result !== null) return <Found result={result} />
  return (
    <Panel isFlush title="Start from an example">
      <ul className="lines" aria-label="Examples">
        {EXAMPLES.map(({ title, sql }) => (
          <li key={title}>
            <button type="button" className={css.example} onClick={() => setSql(sql)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
