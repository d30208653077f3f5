import { Button, Checkbox } from '@mantine/core'
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import type { CatalogVersion, MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { formatAgo, formatClock, formatInstant } from '../../format/time.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useNow } from '../../parts/use-now.ts'
import { reviewRevert } from '../../state/connectors.ts'
import css from './brand-page.module.css'
import { ChangeList, type Tools } from './change-list.tsx'
import type { Column } from './matrix-model.ts'
import { toolsByName } from './tool-names.ts'

const BY_LABELS: Record<CatalogVersion['by'], string> = { desk: 'by this desk', elsewhere: 'changed elsewhere' }

type ItemProps = {
  readonly version: CatalogVersion
  readonly isNewest: boolean
  readonly isFirst: boolean
  readonly column: Column
  readonly tools: Tools
  readonly isChosen: boolean
  readonly onChoose: () => void
}

const Item = ({ version, isNewest, isFirst, column, tools, isChosen, onChoose }: ItemProps) => {
  const nowMs = useNow()
  const { versionId, at, by, syncEnabled, changes } = version
  const clock = formatClock(at, nowMs)
  return (
    <li className={css.version} data-version={versionId}>
      <div className={css.versionHead}>
        <Checkbox aria-label={`Compare the version of ${clock}`} checked={isChosen} onChange={onChoose} />
        <span title={formatInstant(at)}>
          <strong>{clock}</strong> <span className={css.soft}>{formatAgo(at, nowMs)}</span>
        </span>
        <span className={css.by} data-by={by}>
          {isFirst ? 'first version' : BY_LABELS[by]}
        </span>
        {syncEnabled ? <span className={css.soft}>sync on</span> : null}
        {isNewest ? <span className={css.soft}>as it is now</span> : null}
        <span className={css.versionEnd}>
          {isNewest || !column.brand.canManage ? null : (
            <Button
              variant="default"
              size="compact-xs"
              leftSection={<IconArrowBackUp size={13} aria-hidden />}
              onClick={() =>
                void reviewRevert(
                  { brandId: column.brandId, versionId },
                  `Back to the version of ${clock} for ${isolate(column.name)}`,
                )
              }
            >
              Revert to this
            </Button>
          )}
        </span>
      </div>
      {isFirst || changes.length === 0 ? null : <ChangeList changes={changes} tools={tools} />}
    </li>
  )
}

const Compared = ({
  chosen,
  versions,
  tools,
}: {
  readonly chosen: readonly string[]
  readonly versions: readonly CatalogVersion[]
  readonly tools: Tools
}) => {
  const nowMs = useNow()
  // The list is newest first: the later one in it is the older one.
  const [newer, older] = versions.filter(({ versionId }) => chosen.includes(versionId))
  const { value, error } = useDesk(
    'connectors.compare',
    older === undefined || newer === undefined ? null : { from: older.versionId, to: newer.versionId },
  )
  if (older === undefined || newer === undefined)
    return <p className={css.hint}>Choose two versions to compare them.</p>
  if (error !== undefined) return <ErrorNotice error={error} title="The versions could not be compared" />
  return (
    <section className={css.compared} aria-label="Comparison">
      <h3 className={css.question}>
        From {formatClock(older.at, nowMs)} to {formatClock(newer.at, nowMs)}:{' '}
        <strong>
          {value === undefined
            ? '…'
            : value.changes.length === 0
              ? 'no difference'
              : plural(value.changes.length, 'change')}
        </strong>
      </h3>
      {value === undefined ? null : <ChangeList changes={value.changes} tools={tools} />}
    </section>
  )
}

const COMPARED = 2

/** Each state of the permissions that was ever read, newest first: compared with any other, or gone back to. */
export const Versions = ({ column, tools }: { readonly column: Column; readonly tools: readonly MatrixTool[] }) => {
  const { value, error, reload } = useDesk('connectors.versions', { brandId: column.brandId })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const byName = toolsByName(tools)
  if (error !== undefined) return <ErrorNotice error={error} title="The versions could not be read" onRetry={reload} />
  const versions = value?.versions ?? []
  if (value !== undefined && versions.length === 0)
    return (
      <EmptyState icon={<IconHistory size={22} />} title="No version yet">
        The desk keeps each version that differs from the one before.
      </EmptyState>
    )
  const choose = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [id, ...chosen].slice(0, COMPARED))
  return (
    <Panel isFlush title="Versions" aside={<span className={css.soft}>{plural(versions.length, 'version')}</span>}>
      {versions.length < COMPARED ? (
        <p className={css.hint}>This is the first version. The next different one is added here.</p>
      ) : (
        <Compared chosen={chosen} versions={versions} tools={byName} />
      )}
      <ul className={css.versions} aria-label="Versions">
        {versions.map((version, index) => (
          <Item
            key={version.versionId}
            version={version}
            isNewest={index === 0}
            isFirst={index === versions.length - 1}
            column={column}
            tools={byName}
            isChosen={chosen.includes(version.versionId)}
            onChoose={() => choose(version.versionId)}
          />
        ))}
      </ul>
    </Panel>
  )
}
