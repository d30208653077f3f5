import { Box, Button, Text, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { AuditSite } from '../../../src-shared/desk/research.ts'
import { isolate } from '../../format/isolate.ts'
import { readSite, shortSite } from '../../format/site.ts'
import { saveOrCancel } from '../../parts/fields/edit-in-place.ts'
import quiet from '../../parts/fields/quiet-field.module.css'
import { setSite } from '../../state/audits.ts'
import { brandName } from '../../state/brands.ts'

type EditorProps = { readonly site: AuditSite; readonly onDone: () => void }

const Editor = ({ site, onDone }: EditorProps) => {
  const [text, setText] = useState(site.isGuessed ? '' : (site.url ?? ''))
  const [problem, setProblem] = useState<string | null>(null)
  const save = () => {
    if (text.trim() === '') {
      onDone()
      if (!site.isGuessed && site.url !== null) void setSite(site, null)
      return
    }
    const read = readSite(text)
    setProblem(read.problem)
    if (read.url === null) return
    onDone()
    if (read.url !== site.url || site.isGuessed) void setSite(site, read.url)
  }
  return (
    <Box py={4} data-site-editor style={{ whiteSpace: 'normal' }}>
      <TextInput
        autoFocus
        aria-label={`Site of ${isolate(brandName(site.brandId))}`}
        placeholder={site.isGuessed && site.url !== null ? `${shortSite(site.url)} (detected)` : 'example.com'}
        maxLength={2000}
        error={problem}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(null)
        }}
        onKeyDown={saveOrCancel(save, onDone)}
        onBlur={(event) => {
          if (!event.relatedTarget?.closest('[data-site-editor]')) save()
        }}
      />
    </Box>
  )
}

type Props = { readonly site: AuditSite; readonly isLarge?: boolean }

/** The audited site of a brand, edited in its row: Enter saves, Escape cancels, an empty text means "detect it". */
export const SiteField = ({ site, isLarge = false }: Props) => {
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <Editor site={site} onDone={() => setEditing(false)} />
  const name = isolate(brandName(site.brandId))
  const edit = () => setEditing(true)
  if (isLarge)
    return (
      <Button variant="default" leftSection={<IconPencil size={14} aria-hidden />} onClick={edit}>
        {site.url === null ? 'Set the site' : 'Change the site'}
      </Button>
    )
  return (
    <button type="button" className={quiet.field} title={site.url ?? 'No site'} onClick={edit}>
      <span className="visually-hidden">Site of {name}: </span>
      {site.url === null ? (
        <Text c="var(--accent-ink)">set the site</Text>
      ) : (
        <>
          <bdi className="truncate">{shortSite(site.url)}</bdi>
          {site.isGuessed ? (
            <Text component="span" c="dimmed" size="xs" title="Most ranked pages are there">
              detected
            </Text>
          ) : null}
        </>
      )}
    </button>
  )
}
