// Electron's fuses: switches in its program that cannot be changed once the package is signed.
import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses'

const stateOf = (isOn) => (isOn ? FuseState.ENABLE : FuseState.DISABLE)

/** The wanted fuses, by name, that the program has otherwise. */
export const differingFuses = async (program, wanted) => {
  const wire = await getCurrentFuseWire(program)
  return Object.entries(wanted)
    .filter(([name, isOn]) => wire[FuseV1Options[name]] !== stateOf(isOn))
    .map(([name]) => name)
}

/** Sets the fuses and reads them back. Rejects where the program then has others. */
export const setFuses = async (program, wanted, { resetAdHocDarwinSignature = false } = {}) => {
  const unknown = Object.keys(wanted).filter((name) => FuseV1Options[name] === undefined)
  if (unknown.length > 0) throw new Error(`Electron has no fuse ${unknown.join(', ')}.`)
  const options = Object.fromEntries(Object.entries(wanted).map(([name, isOn]) => [FuseV1Options[name], isOn]))
  await flipFuses(program, { version: FuseVersion.V1, resetAdHocDarwinSignature, ...options })
  const differing = await differingFuses(program, wanted)
  if (differing.length > 0) throw new Error(`${program} has other fuses than wanted: ${differing.join(', ')}.`)
}
