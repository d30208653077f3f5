import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { tempHome } from '../support/temp-home.ts'

const run = promisify(execFile)
const scripts = fileURLToPath(new URL('../../scripts', import.meta.url))

test('dependencies that are linked in from another folder are never replaced there', async () => {
  const { home } = tempHome()
  const [project, other] = [join(home, 'project'), join(home, 'other')]
  const kept = join(other, 'kept', 'package.json')
  mkdirSync(join(other, '.bin'), { recursive: true })
  mkdirSync(join(other, 'kept'))
  writeFileSync(kept, '{}')
  cpSync(scripts, join(project, 'scripts'), { recursive: true })
  const manifest = { name: 'linked', version: '1.0.0' }
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  writeFileSync(
    join(project, 'package-lock.json'),
    JSON.stringify({ ...manifest, lockfileVersion: 3, packages: { '': manifest } }),
  )
  symlinkSync(other, join(project, 'node_modules'), 'junction')

  const ended = run(process.execPath, [join(project, 'scripts', 'desk.mjs'), 'help'], { cwd: project })

  await expect(ended).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('node_modules is a link') })
  expect(existsSync(kept)).toBe(true)
})
