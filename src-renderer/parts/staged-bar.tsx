import { Button, Group, Stack } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import { someNames } from '../format/many-brands.ts'
import { plural } from '../format/numbers.ts'
import { brandName } from '../state/brands.ts'
import { BrandBadge } from './brand-badge.tsx'
import { ErrorNotice } from './error-notice.tsx'
import classes from './staged-bar.module.css'

type Props = {
  /** Number of changes. */
  readonly changes: number
  readonly brandIds: readonly string[]
  /** More to say about them. */
  readonly note?: string
  readonly error?: DeskErrorValue | null
  readonly isBusy?: boolean
  readonly onDiscard: () => void
  readonly onReview: () => void
}

/** Staged changes that wait for review; nothing is sent yet. */
export const StagedBar = ({ changes, brandIds, note, error = null, isBusy = false, onDiscard, onReview }: Props) => {
  const [only] = brandIds
  return (
    <Stack component="section" className={classes.bar ?? ''} gap={8} aria-label="Changes not applied yet">
      <ErrorNotice error={error} title="The changes could not be planned" />
      <Group gap="sm">
        <Group component="strong" gap={5} className="figures" role="status">
          {changes === 0 ? (
            'No possible changes'
          ) : (
            <>
              {plural(changes, 'change')} for{' '}
              {brandIds.length === 1 && only !== undefined ? (
                <BrandBadge brandId={only} />
              ) : (
                plural(brandIds.length, 'brand')
              )}
            </>
          )}
        </Group>
        {brandIds.length > 1 ? <span>{someNames(brandIds.map(brandName))}</span> : null}
        <span className="soft">
          not applied yet; nothing is sent until you confirm
          {note === undefined ? '' : ` · ${note}`}
        </span>
        <Group component="span" ml="auto">
          <Button variant="default" onClick={onDiscard}>
            Discard
          </Button>
          <Button leftSection={<IconEye size={14} aria-hidden />} loading={isBusy} onClick={onReview}>
            {changes === 0 ? 'Review' : `Review ${plural(changes, 'change')}`}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
