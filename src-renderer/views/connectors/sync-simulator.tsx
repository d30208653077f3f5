import { Button, Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { SyncPreview } from '../../../src-shared/desk/connectors.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge, BrandMark } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Name } from '../../parts/name.tsx'
import { useTypedNumber } from '../../parts/typed-number.tsx'
import { useBrand } from '../../state/brands.ts'
import { previewSync, setSync } from '../../state/connectors.ts'
import type { Tools } from './change-list.tsx'
import css from './connectors.module.css'
import { BrandChanges, cellsIn } from './sync-changes.tsx'
import { compareSync } from './sync-compare.ts'
import { type Changed, SyncResult } from './sync-result.tsx'
import sync from './sync-simulator.module.css'
import { toolsByName } from './tool-names.ts'

const Unknown = ({ brandIds }: { readonly brandIds: readonly string[] }) =>
  brandIds.length === 0 ? null : (
    <details>
      <summary className={sync.summary}>{plural(brandIds.length, 'brand')} that may or may not change</summary>
      <ul className={sync.names}>
        {brandIds.map((brandId) => (
          <li key={brandId}>
            <BrandBadge brandId={brandId} />
          </li>
        ))}
      </ul>
    </details>
  )

type PreviewProps = {
  readonly preview: SyncPreview
  readonly tools: Tools
  readonly isLocked: boolean
  readonly isBusy: boolean
  readonly onSwitch: () => void
  readonly onClose: () => void
}

const Preview = ({ preview, tools, isLocked, isBusy, onSwitch, onClose }: PreviewProps) => {
  const { brandId, enabled, brands, unknown, note } = preview
  const brand = useBrand(brandId)
  const touched = new Set([brandId, ...brands.map((each) => each.brandId)])
  const { isTyped, field } = useTypedNumber(touched.size, 'the number of brands that may change')
  return (
    <form
      className={css.dialog}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && isTyped) onSwitch()
      }}
    >
      <div className={css.warning}>
        <IconAlertTriangle size={16} aria-hidden />
        <div>
          <strong>
            {enabled
              ? 'The permissions of this brand become the shared list of its organisation.'
              : 'Every brand of the organisation goes back to its own permissions.'}
          </strong>{' '}
          This changes every brand of the organisation.
        </div>
      </div>
      <h3 className={sync.count}>
        {brands.length === 0
          ? 'No cell of a brand on this desk would change'
          : `${plural(cellsIn(brands), 'cell')} of ${plural(brands.length, 'brand')} would change`}
      </h3>
      {brands.length === 0 ? null : <BrandChanges brands={brands} tools={tools} />}
      <Unknown brandIds={unknown} />
      <p className={css.soft}>{note}</p>
      {isLocked ? null : field}
      <div className={css.buttons}>
        <Button variant="default" onClick={onClose}>
          Keep as it is
        </Button>
        <Button
          type="submit"
          loading={isBusy}
          disabled={isLocked || !isTyped}
          title={isLocked ? 'The key of this brand belongs to a member. Only an admin can switch sync.' : undefined}
        >
          <span className={css.inline}>
            Switch sync {enabled ? 'on' : 'off'} for the organisation of{' '}
            {brand === undefined ? null : <BrandMark name={brand.name} colour={brand.colour} size="sm" />}
            <Name>{brand?.name ?? ''}</Name>
          </span>
        </Button>
      </div>
    </form>
  )
}

type Props = {
  readonly brandId: string | null
  readonly matrix: CallOutput<'connectors.matrix'> | undefined
  readonly onClose: () => void
}

const Body = ({ brandId, matrix, onClose }: Props & { readonly brandId: string }) => {
  const row = matrix?.brands.find((each) => each.brandId === brandId)
  // Asked once: what the switch itself changes must not turn the preview round.
  const [enabled] = useState(() => !(row?.syncEnabled ?? false))
  const [preview, setPreview] = useState<SyncPreview | null>(null)
  const [changed, setChanged] = useState<Changed | null>(null)
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const [isBusy, setBusy] = useState(false)
  const tools = toolsByName(matrix?.tools ?? [])
  useEffect(() => {
    let isOld = false
    void previewSync({ brandId, enabled }).then((reply) => {
      if (isOld) return
      if (reply.ok) setPreview(reply.value)
      else setError(reply.error)
    })
    return () => {
      isOld = true
    }
  }, [brandId, enabled])
  const run = async () => {
    setBusy(true)
    setError(null)
    const reply = await setSync({ brandId, enabled })
    setBusy(false)
    if (reply.ok) setChanged(reply.value)
    else setError(reply.error)
  }
  return (
    <>
      {error === null ? null : (
        <ErrorNotice error={error} title={preview === null ? 'No preview' : 'Sync was not switched'} />
      )}
      {preview === null ? (
        error === null ? (
          <p className={css.soft}>Loading the preview …</p>
        ) : null
      ) : changed === null ? (
        <Preview
          preview={preview}
          tools={tools}
          isLocked={row?.canManage !== true}
          isBusy={isBusy}
          onSwitch={() => void run()}
          onClose={onClose}
        />
      ) : (
        <SyncResult changed={changed} compared={compareSync(preview, changed)} tools={tools} onClose={onClose} />
      )}
    </>
  )
}

/** Organisation sync, seen before it is switched: which cells of which brands change, and afterwards which did. */
export const SyncSimulator = ({ brandId, matrix, onClose }: Props) => (
  <Modal opened={brandId !== null} onClose={onClose} title="Organisation sync" size={680}>
    {brandId === null ? null : <Body key={brandId} brandId={brandId} matrix={matrix} onClose={onClose} />}
  </Modal>
)
