// Articles whose time has passed on platforms that send no webhook: a person looks at the sites, and settles many at once.
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { articleTitle } from '../../format/entry-labels.ts'
import { plural } from '../../format/numbers.ts'
import { formatMoment } from '../../format/time.ts'
import { myZone } from '../../format/zones.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { orNotify } from '../../state/notices.ts'
import { settleOverdue } from '../../state/publishing.ts'
import { closePane } from '../../state/today.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import classes from './today.module.css'

type DueArticle = NonNullable<TodayItem['about']['articles']>[number]

type RowProps = { readonly article: DueArticle; readonly isChosen: boolean; readonly onToggle: () => void }

const Row = ({ article, isChosen, onToggle }: RowProps) => (
  <li className={classes.due}>
    <Checkbox
      checked={isChosen}
      onChange={onToggle}
      label={articleTitle(article)}
      aria-label={`${articleTitle(article)} on ${PROVIDER_NAMES[article.provider]}`}
    />
    <span className="soft">
      <BrandBadge brandId={article.brandId} /> · {PROVIDER_NAMES[article.provider]} ·{' '}
      {formatMoment(Date.parse(article.at), myZone())}
    </span>
    {article.postUrl === null ? <span className="soft">No address known</span> : <SafeLink text={article.postUrl} />}
  </li>
)

export const DueList = ({ articles }: { readonly articles: readonly DueArticle[] }) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const chosen = articles.filter(({ entryId }) => !left.has(entryId)).map(({ entryId }) => entryId)
  const toggle = (id: string) =>
    setLeft((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const resolve = async (isOut: boolean) => {
    setBusy(true)
    const reply = await orNotify('The articles were not updated', settleOverdue({ entryIds: chosen, isOut }))
    setBusy(false)
    if (reply.ok) closePane()
  }
  const isOff = isBusy || chosen.length === 0
  return (
    <Stack>
      <Text c="dimmed">
        The platforms of these articles send no webhook. Check the sites, then choose what you found.
      </Text>
      <ul className={classes.dueList} aria-label="Articles that should be out">
        {articles.map((article) => (
          <Row
            key={article.entryId}
            article={article}
            isChosen={!left.has(article.entryId)}
            onToggle={() => toggle(article.entryId)}
          />
        ))}
      </ul>
      <Group>
        <Button disabled={isOff} onClick={() => void resolve(true)}>
          {plural(chosen.length, 'article is', 'articles are')} out
        </Button>
        <Button variant="default" disabled={isOff} onClick={() => void resolve(false)}>
          Not published
        </Button>
      </Group>
    </Stack>
  )
}
