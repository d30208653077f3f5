import { Modal, Text } from '@mantine/core'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { formatMoment } from '../../format/time.ts'
import { AlsoEnds, MayEnd } from '../../parts/also-ends.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { brandName } from '../../state/brands.ts'
import { closeMoveReview, type MoveReview, sendMove, useMoveReview } from '../../state/publishing.ts'

const Question = ({ review }: { readonly review: MoveReview }) => {
  const { entry, toMs, others, zone, sameMinute } = review
  const kept = others.filter(({ mayEnd }) => !mayEnd)
  const unsure = others.filter(({ mayEnd }) => mayEnd)
  return (
    <DialogForm
      submit="Move article"
      canSubmit
      isSubmitFocused
      onSubmit={() => {
        closeMoveReview()
        void sendMove(review)
      }}
      onCancel={closeMoveReview}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        <strong>{entry.articleSlug}</strong> of {brandName(entry.brandId)} moves on {PROVIDER_NAMES[entry.provider]}{' '}
        from {formatMoment(entry.at, zone)} to {formatMoment(toMs, zone)}.
      </Text>
      {sameMinute === null ? null : <Text style={{ overflowWrap: 'anywhere' }}>{sameMinute}</Text>}
      {kept.length === 0 ? null : <AlsoEnds schedules={kept} isKept zone={zone} />}
      {unsure.length === 0 ? null : <MayEnd schedules={unsure} zone={zone} />}
      <Text c="dimmed">It is one action, held first. You can cancel it during its hold.</Text>
    </DialogForm>
  )
}

/** Shows what else a move ends, before it is made. */
export const MoveDialog = () => {
  const review = useMoveReview((state) => state.review)
  return (
    <Modal opened={review !== null} onClose={closeMoveReview} title="Move article" size={520}>
      {review === null ? null : <Question review={review} />}
    </Modal>
  )
}
