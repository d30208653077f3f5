import { Button, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { AuditSite } from '../../../src-shared/desk/research.ts'
import { isolate } from '../../format/isolate.ts'
import { readSite, shortSite } from '../../format/site.ts'
import { setSite } from '../../state/audits.ts'
import { brandName } from '../../state/brands.ts'
import css from './audits.module.css'

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
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') save()
    else onDone()
  }
  return (
    <span className={css.siteEditor}>
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
        onKeyDown={press}
        onBlur={(event) => {
          if (!event.relatedTarget?.closest(`.${css.siteEditor}`)) save()
        }}
      />
    </span>
  )
}

type Props = { readonly site: AuditSite; readonly isLarge?: boolean }

/** What is audited of a brand, edited where it stands: Enter keeps it, Escape leaves it, nothing means "guess". */
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
    <button type="button" className={css.site} title={site.url ?? 'No site'} onClick={edit}>
      <span className="visually-hidden">Site of {name}: </span>
      {site.url === null ? (
        <span className={css.missing}>set the site</span>
      ) : (
        <>
          <bdi className={css.siteName}>{shortSite(site.url)}</bdi>
          {site.isGuessed ? (
            <span className={css.guessed} title="Detected: most ranked pages are there">
              guess
            </span>
          ) : null}
        </>
      )}
    </button>
  )
}
