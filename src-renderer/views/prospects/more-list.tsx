import { Facts } from '../../parts/facts.tsx'
import { moreFields } from './more-fields.ts'

/** The fields of a record that the desk has no column for. */
export const MoreList = ({ more }: { readonly more: Readonly<Record<string, unknown>> }) => {
  const fields = moreFields(more)
  if (fields.length === 0) return <span className="soft">The service sent no other fields.</span>
  return (
    <Facts
      rows={fields.map(({ name, text }) => [
        name.charAt(0).toUpperCase() + name.slice(1),
        <span key={name} style={{ whiteSpace: 'pre-wrap' }}>
          {text}
        </span>,
      ])}
    />
  )
}
