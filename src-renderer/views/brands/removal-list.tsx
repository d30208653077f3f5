import { Box, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { Reply } from '../../../src-shared/desk/errors.ts'
import { plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { readRemoval } from '../../state/brands.ts'

type Removal = CallOutput<'brands.removal'>

/** What the removal takes away; undefined until the desk has looked through the exports. */
const useRemoval = (brandId: string): Reply<Removal> | undefined => {
  const [reply, setReply] = useState<Reply<Removal>>()
  useEffect(() => {
    let isCurrent = true
    void readRemoval(brandId).then((read) => isCurrent && setReply(read))
    return () => {
      isCurrent = false
    }
  }, [brandId])
  return reply
}

const Files = ({ title, names }: { readonly title: string; readonly names: readonly string[] }) =>
  names.length === 0 ? null : (
    <div>
      <Text fw={500}>{title}</Text>
      <Box component="ul" className="box" mah={120} mt={4} px={10} py={6} fz="xs" aria-label={title}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </Box>
    </div>
  )

const rowTexts = ({ rows }: Removal): readonly string[] =>
  [
    { count: rows.intents, text: plural(rows.intents, 'action') },
    { count: rows.articles, text: plural(rows.articles, 'article') },
    { count: rows.deliveries, text: plural(rows.deliveries, 'delivery', 'deliveries') },
    { count: rows.templates, text: plural(rows.templates, 'draft or template', 'drafts and templates') },
    { count: rows.audits, text: plural(rows.audits, 'audit') },
    { count: rows.basketKeywords, text: plural(rows.basketKeywords, 'saved keyword') },
  ].flatMap(({ count, text }) => (count === 0 ? [] : [text]))

/** Everything that is deleted with a brand, shown before its removal is confirmed. */
export const RemovalList = ({ brandId }: { readonly brandId: string }) => {
  const reply = useRemoval(brandId)
  if (reply === undefined) return <Text c="dimmed">Checking the exports …</Text>
  if (!reply.ok) return <ErrorNotice title="The removal list could not be loaded" error={reply.error} />
  const { exports } = reply.value
  const failed = exports.failed.map(({ fileName, reason }) => `${fileName}: ${reason}`)
  return (
    <Stack gap={10} role="status">
      <Text c="dimmed">
        From this desk and its backups: {['the key', 'all synced rows', ...rowTexts(reply.value)].join(', ')}.
      </Text>
      <Files title={`Deleted: ${plural(exports.deleted.length, 'export')}`} names={exports.deleted} />
      <Files title={`Rewritten: ${plural(exports.rewritten.length, 'export')}`} names={exports.rewritten} />
      <Files title="Check these files yourself" names={failed} />
    </Stack>
  )
}
