import { Button, Checkbox, Code, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { formatClock } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction } from '../../parts/use-action.ts'
import { rotateSecret } from '../../state/receiver.ts'
import { useSessionConsent } from '../brands/session-consent.tsx'

export type Rotated = CallOutput<'webhooks.rotateSecret'>
type Props = {
  readonly brand: Brand
  readonly hasSecret: boolean
  /** No delivery ever came with a secret of this brand: a new one costs nothing, so nothing is asked. */
  readonly isUnused: boolean
  readonly overlapHours: number
  readonly onClose: () => void
}

type ShownProps = Pick<Props, 'brand' | 'isUnused' | 'onClose'> & { readonly rotated: Rotated }

const Shown = ({ brand, isUnused, rotated, onClose }: ShownProps) => {
  const [isSaved, setSaved] = useState(isUnused)
  return (
    <Stack>
      <div>
        The new secret of <strong>{brand.name}</strong>. It is shown only once. Save it where the sender keeps its
        secrets.
      </div>
      <Code block data-testid="secret">
        {rotated.secret}
      </Code>
      <Group>
        <CopyButton text={rotated.secret} label="Copy the secret" said="Secret copied" />
        <CopyButton text={rotated.url} label="Copy the address" said="Address copied" />
      </Group>
      <div>
        Address: <code>{rotated.url}</code>, header <code>Authorization: Bearer …</code>
      </div>
      {rotated.previousAcceptedUntil === null ? null : (
        <Notice tone="warn">
          Previous secret: accepted until {formatClock(rotated.previousAcceptedUntil, Date.now())}. Change the sender by
          then. Each delivery shows which secret it used.
        </Notice>
      )}
      {isUnused ? null : (
        <Checkbox label="I’ve saved it" checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      )}
      <Group justify="flex-end">
        <Button disabled={!isSaved} onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}

type AskProps = Props & { readonly onDone: (rotated: Rotated) => void }

const Ask = ({ brand, hasSecret, isUnused, overlapHours, onClose, onDone }: AskProps) => {
  const consent = useSessionConsent()
  const [typed, setTyped] = useState('')
  const { isBusy, error, run } = useAction()
  const isNamed = isUnused || typed.trim() === brand.name
  const rotate = async () => {
    const reply = await run(rotateSecret({ brandId: brand.id, sessionOnly: consent.isGiven }))
    if (reply.ok) onDone(reply.value)
  }
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isNamed && !consent.isMissing) void rotate()
      }}
    >
      <BrandBadge brandId={brand.id} size="md" />
      <div>
        {hasSecret
          ? `${brand.name} gets a new secret. The desk accepts the current one for another ${overlapHours} h while you change the sender.`
          : `${brand.name} gets its first secret. The desk keeps it in the keychain and shows it once, for the sender.`}
      </div>
      {isUnused ? null : (
        <TextField
          label={`Type “${brand.name}” to rotate its secret`}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={setTyped}
        />
      )}
      {consent.field}
      <ErrorNotice error={error} title="The secret was not rotated" />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          data-autofocus={isUnused || undefined}
          loading={isBusy}
          disabled={!isNamed || consent.isMissing}
        >
          {hasSecret ? `Rotate the secret of ${brand.name}` : `Create a secret for ${brand.name}`}
        </Button>
      </Group>
    </Stack>
  )
}

type DialogProps = Props & {
  /** A new secret that was made already. */
  readonly rotated: Rotated | null
}

/** A new secret for one brand, shown once. Where senders use the current one, the brand's name is asked for. */
export const RotateSecret = (props: DialogProps) => {
  const { brand, isUnused, onClose } = props
  const [rotated, setRotated] = useState<Rotated | null>(props.rotated)
  const isKept = rotated === null || isUnused
  return (
    <Modal
      opened
      centered
      size={520}
      title={`Webhook secret of ${brand.name}`}
      onClose={onClose}
      // A secret that is shown once is not lost to a stray click or key.
      closeOnClickOutside={rotated === null}
      closeOnEscape={isKept}
      withCloseButton={isKept}
    >
      {rotated === null ? (
        <Ask {...props} onDone={setRotated} />
      ) : (
        <Shown brand={brand} isUnused={isUnused} rotated={rotated} onClose={onClose} />
      )}
    </Modal>
  )
}
