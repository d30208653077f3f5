import { Button, Group } from '@mantine/core'
import { IconStar, IconStarFilled, IconTag, IconTarget } from '@tabler/icons-react'
import { useState } from 'react'
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { useDesk } from '../../data/use-desk.ts'
import { type KeywordKey, markKeywords } from '../../state/keyword-marks.ts'
import { KeywordTagDialog, type TaggedKeyword } from './keyword-tag-dialog.tsx'
import css from './rankings.module.css'

/** What marks a keyword: tracked by the service, the person's star and tags. */
export const KeywordMarks = ({ brandId, keyword, slice }: KeywordKey & { readonly slice: Slice }) => {
  const [tagging, setTagging] = useState<readonly TaggedKeyword[] | null>(null)
  const { value } = useDesk('rankings.marks', { keywords: [{ brandId, keyword }], slice })
  const [mark] = value?.marks ?? []
  if (mark === undefined) return null
  const { star, isStarredByService, isTracked, tags } = mark
  return (
    <Group gap={6}>
      <Button
        size="compact-sm"
        variant={star ? 'light' : 'default'}
        aria-pressed={star}
        leftSection={star ? <IconStarFilled size={14} aria-hidden /> : <IconStar size={14} aria-hidden />}
        onClick={() => void markKeywords([{ brandId, keyword }], { star: !star })}
      >
        {star ? 'Starred' : 'Star'}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTag size={14} aria-hidden />}
        onClick={() => setTagging([{ brandId, keyword, tags }])}
      >
        Tag
      </Button>
      {isTracked ? (
        <span className="soft">
          <IconTarget size={13} aria-hidden /> Tracked
        </span>
      ) : null}
      {isStarredByService ? <span className="soft">★ Starred in the service</span> : null}
      {tags.map((tag) => (
        <span key={tag} className={css.tag}>
          {tag}
        </span>
      ))}
      <KeywordTagDialog rows={tagging} onClose={() => setTagging(null)} />
    </Group>
  )
}
