import type { RequestParts } from '../../../src-shared/service/define.ts'
import { type OperationName, operations } from '../../../src-shared/service/operations.ts'
import { type ServiceProfile, wireNameOf } from '../../../src-shared/service/profile.ts'
import { change, namePatch } from './operation-changes.ts'
import { SavedText } from './saved-text.tsx'
import classes from './settings.module.css'

const queryNames = (name: OperationName): readonly string[] => {
  const { query }: RequestParts = operations[name].request
  return query === undefined ? [] : Object.keys(query.shape)
}

type Props = { readonly name: OperationName; readonly profile: ServiceProfile }

/** What each query parameter of an operation is called on the wire. */
export const Parameters = ({ name, profile }: Props) => {
  const names = queryNames(name)
  if (names.length === 0) return <p className={classes.note}>This operation has no query parameters.</p>
  return (
    <div className={classes.parameters}>
      <p className={classes.note}>Names of the query parameters in the service.</p>
      {names.map((ours) => (
        <div key={ours} className={classes.parameter}>
          <code>{ours}</code>
          <SavedText
            label={`Wire name of ${ours}`}
            placeholder={ours}
            value={wireNameOf(profile, name, ours)}
            save={(wire) => {
              const patch = namePatch(profile, name, { ours, wire })
              return change({ name, profile, patch, title: `Name of ${ours} in ${name} saved` })
            }}
          />
        </div>
      ))}
    </div>
  )
}
