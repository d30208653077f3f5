// electron-builder's hook after it has put a package together, before it is signed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFuses } from './lib/fuses.mjs'

const wanted = JSON.parse(readFileSync(new URL('fuses.json', import.meta.url), 'utf8'))

const programOf = ({ appOutDir, electronPlatformName, packager }) => {
  const { productFilename } = packager.appInfo
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`)
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`)
  return join(appOutDir, packager.executableName)
}

export default async (context) => {
  const program = programOf(context)
  // An arm64 program does not start with a signature that its changed bytes break, not even an ad-hoc one.
  await setFuses(program, wanted, { resetAdHocDarwinSignature: context.electronPlatformName === 'darwin' })
  process.stdout.write(`  • fuses set and read back  program=${program}\n`)
}
