import { Box, Button, Checkbox, Group, Text } from '@mantine/core'
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
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { reviewRevert } from '../../state/connectors.ts'
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
  const { versionId, at, by, syncEnabled, changes, changedBy } = version
  const byWhom = by === 'desk' && changedBy != null ? `by ${isolate(changedBy.name)}` : BY_LABELS[by]
  const clock = formatClock(at, nowMs)
  return (
    <Box component="li" px="md" py={10} data-version={versionId}>
      <Group gap="4px 12px" mih={24}>
        <Checkbox aria-label={`Compare the version of ${clock}`} checked={isChosen} onChange={onChoose} />
        <span title={formatInstant(at)}>
          <strong>{clock}</strong> <span className="soft">{formatAgo(at, nowMs)}</span>
        </span>
        <StateWord word={isFirst ? 'first version' : byWhom} tone={by === 'desk' ? 'busy' : 'plain'} />
        {syncEnabled ? <span className="soft">sync on</span> : null}
        {isNewest ? <span className="soft">as it is now</span> : null}
        {isNewest || !column.brand.canManage ? null : (
          <Button
            ml="auto"
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
      </Group>
      {isFirst || changes.length === 0 ? null : <ChangeList changes={changes} tools={tools} />}
    </Box>
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
    return (
      <Text c="dimmed" px="md" py={10}>
        Choose two versions to compare them.
      </Text>
    )
  if (error !== undefined) return <ErrorNotice error={error} title="The versions could not be compared" />
  return (
    <Box component="section" px="md" py="sm" bg="var(--sunken)" aria-label="Comparison">
      <Text component="h3">
        From {formatClock(older.at, nowMs)} to {formatClock(newer.at, nowMs)}:{' '}
        <strong>
          {value === undefined
            ? '…'
            : value.changes.length === 0
              ? 'no difference'
              : plural(value.changes.length, 'change')}
        </strong>
      </Text>
      {value === undefined ? null : <ChangeList changes={value.changes} tools={tools} />}
    </Box>
  )
}

const COMPARED = 2

/** All versions of the permissions, newest first; any two can be compared, and older ones reverted to. */
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
    <Panel isFlush title="Versions" aside={<span className="soft">{plural(versions.length, 'version')}</span>}>
      {versions.length < COMPARED ? (
        <Text c="dimmed" px="md" py={10}>
          This is the first version. The next different one is added here.
        </Text>
      ) : (
        <Compared chosen={chosen} versions={versions} tools={byName} />
      )}
      <ul className="lines" aria-label="Versions">
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
