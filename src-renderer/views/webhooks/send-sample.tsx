import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useBrands } from '../../state/brands.ts'
import { setParams } from '../../state/location.ts'
import { sendSample } from '../../state/receiver.ts'

type Props = { readonly brandId: string; readonly onClose: () => void }

/** A delivery like the service's, over real HTTP and with the brand's secret. */
export const SendSample = ({ brandId: first, onClose }: Props) => {
  const brands = useBrands((state) => state.list)
  const [brandId, setBrandId] = useState(first)
  const [slug, setSlug] = useState('sample-article')
  const { isBusy, error, run } = useAction()
  const [answer, setAnswer] = useState<CallOutput<'webhooks.sendSample'> | null>(null)
  const name = brands.find((brand) => brand.id === brandId)?.name ?? 'this brand'
  const send = async () => {
    const reply = await run(sendSample({ brandId, ...(slug.trim() === '' ? {} : { slug: slug.trim() }) }))
    setAnswer(reply.ok ? reply.value : null)
  }
  const open = () => {
    if (answer?.deliveryId != null) setParams({ section: '', open: answer.deliveryId })
    onClose()
  }
  return (
    <Modal opened centered size={480} title="Send a sample" onClose={onClose}>
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Select
          label="Brand"
          searchable
          selectFirstOptionOnChange
          allowDeselect={false}
          data={brands.map((brand) => ({ value: brand.id, label: brand.name }))}
          value={brandId}
          onChange={(next) => next !== null && setBrandId(next)}
        />
        <TextInput label="Slug of the article" value={slug} onChange={(event) => setSlug(event.currentTarget.value)} />
        <Text c="dimmed">
          The desk sends it to the receiver with the brand’s secret. It is marked as a sample: it confirms no article
          and is not on the calendar.
        </Text>
        <ErrorNotice error={error} title="The sample was not sent" />
        {answer === null ? null : (
          <Notice tone="warn" role="status">
            Answered {answer.status}: <code>{answer.body}</code>
          </Notice>
        )}
        <Group justify="flex-end">
          {answer?.deliveryId == null ? null : (
            <Button variant="default" onClick={open}>
              View delivery
            </Button>
          )}
          <Button type="submit" loading={isBusy}>
            Send a sample for {name}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
