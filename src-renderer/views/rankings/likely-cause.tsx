import { Text } from '@mantine/core'
import type { CauseRow } from '../../../src-shared/desk/causes.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal } from '../../format/numbers.ts'
import { formatDay } from '../../format/time.ts'
import { Name } from '../../parts/name.tsx'
import { SideHeading } from '../../table/side-panel.tsx'

const CONFIDENCES = { clear: 'clear', likely: 'likely, not certain' } as const

const dropText = ({ kind, since, positionBefore, positionNow, clicksBefore, clicksNow }: CauseRow): string => {
  const day = formatDay(since)
  if (kind === 'clicks')
    return `Clicks fell from ${formatDecimal(clicksBefore)} to ${formatDecimal(clicksNow)} a day since ${day}`
  return kind === 'lost' || positionBefore === null || positionNow === null
    ? `Not ranking since ${day}`
    : `Fell from ${formatDecimal(positionBefore)} to ${formatDecimal(positionNow)} since ${day}`
}

const Line = ({ children }: { readonly children: string }) => (
  <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
    <Name>{children}</Name>
  </Text>
)

const Causes = ({ causes: [first, ...others] }: Pick<CauseRow, 'causes'>) =>
  first === undefined ? (
    <Text size="sm">No cause found</Text>
  ) : (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <b>
          <Name>{first.title}</Name>
        </b>
        {`, ${CONFIDENCES[first.confidence]}`}
      </Text>
      {first.evidence.map((sentence) => (
        <Line key={sentence}>{sentence}</Line>
      ))}
      <Line>{`Next: ${first.next}`}</Line>
      {others.map(({ kind, title }) => (
        <Line key={kind}>{`Also possible: ${title}`}</Line>
      ))}
    </>
  )

/** A drop with its cause, or that none was found, and what could not be checked. */
export const DropCause = ({ row }: { readonly row: CauseRow }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and these are sentences
  <section role="group" aria-label="Likely cause">
    <SideHeading>Likely cause</SideHeading>
    <Text size="xs" c="dimmed">
      {dropText(row)}
    </Text>
    <Causes causes={row.causes} />
    {row.uncheckedTexts.length === 0 ? null : (
      <Text size="xs" c="dimmed" mt={4}>
        Not checked: {row.uncheckedTexts.join(' ')}
      </Text>
    )}
  </section>
)

type LikelyCauseProps = { readonly brandId: string; readonly keyword: string }

/** Why a keyword fell, in devices and countries together; nothing where it did not. */
export const LikelyCause = ({ brandId, keyword }: LikelyCauseProps) => {
  const row = useDesk('causes.forKeyword', { brandId, keyword }).value?.row ?? null
  return row === null ? null : <DropCause row={row} />
}
