import { moreFields } from './more-fields.ts'
import css from './prospects.module.css'

export const MoreList = ({ more }: { readonly more: Readonly<Record<string, unknown>> }) => {
  const fields = moreFields(more)
  if (fields.length === 0) return <span className={css.soft}>The service sent no other fields.</span>
  return (
    <dl className={css.more}>
      {fields.map(({ name, text }) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{text}</dd>])}
    </dl>
  )
}
