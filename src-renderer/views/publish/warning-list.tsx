import { Button, Checkbox, Group, Stack } from '@mantine/core'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Notice } from '../../parts/notice.tsx'

export type Warning = CallOutput<'publishing.check'>['warnings'][number]
export const warningKey = ({ code, brandId, articleSlug }: Warning): string => `${code} ${brandId} ${articleSlug}`

const CODE_LABELS: Record<Warning['code'], string> = {
  duplicate: 'Already published or in progress',
  'same-slot': 'Another article has this time',
  'wrong-brand': 'Another brand’s name',
}

type Props = {
  readonly warnings: readonly Warning[]
  readonly accepted: ReadonlySet<string>
  readonly onAccept: (accepted: ReadonlySet<string>) => void
}

/** Each warning is accepted by itself, or all of one kind together. */
export const WarningList = ({ warnings, accepted, onAccept }: Props) => {
  const toggle = (key: string, isAccepted: boolean) =>
    onAccept(isAccepted ? new Set([...accepted, key]) : new Set([...accepted].filter((each) => each !== key)))
  const open = warnings.filter((warning) => !accepted.has(warningKey(warning))).length
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <strong>
          {plural(warnings.length, 'warning')}
          {open === 0 ? ', all accepted' : `, ${open} to resolve`}
        </strong>
        {warnings.length > 3 && open > 0 ? (
          <Button variant="default" onClick={() => onAccept(new Set(warnings.map(warningKey)))}>
            I have read them. Accept all {warnings.length}
          </Button>
        ) : null}
      </Group>
      {warnings.map((warning) => {
        const key = warningKey(warning)
        return (
          <Notice
            key={key}
            tone={warning.code === 'wrong-brand' ? 'bad' : 'warn'}
            actions={<BrandBadge brandId={warning.brandId} />}
          >
            <Checkbox
              checked={accepted.has(key)}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
              label={`${CODE_LABELS[warning.code]}: ${titleOfSlug(warning.articleSlug)}. ${warning.message}`}
            />
          </Notice>
        )
      })}
    </Stack>
  )
}
