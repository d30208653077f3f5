import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type ServiceProfilePatch, ServiceProfilePatchSchema } from '../src-shared/service/profile.ts'
import { type CliOptions, HELP, parseCliOptions } from './cli-options.ts'
import { PortTakenError, type Sandbox, startSandbox } from './server.ts'

const EXIT_FAILED = 1
const EXIT_BAD_OPTIONS = 2

const fail = (error: unknown): never => {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof PortTakenError ? EXIT_FAILED : EXIT_BAD_OPTIONS)
}

const readProfile = async (file: string): Promise<ServiceProfilePatch> => {
  try {
    const result = ServiceProfilePatchSchema.safeParse(JSON.parse(await readFile(file, 'utf8')))
    if (result.success) return result.data
    throw new Error(z.prettifyError(result.error))
  } catch (error) {
    throw new Error(`--profile ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const listing = ({ baseUrl, controlUrl, mcpUrl, brands }: Sandbox): string => {
  const nameWidth = Math.max(...brands.map(({ name }) => name.length))
  const lines = brands.map(({ name, teamId, key }) => `  ${name.padEnd(nameWidth)}  ${teamId}  ${key}`)
  return `Sandbox   ${baseUrl}
Control   ${controlUrl}
Connector ${mcpUrl}

${lines.join('\n')}

Ctrl-C ends it.
`
}

const endWith = (sandbox: Sandbox, { readyJson, ignoreStdin }: CliOptions): void => {
  let isEnding = false
  const end = (): void => {
    if (isEnding) return
    isEnding = true
    sandbox.close().then(() => process.exit(0), fail)
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  if (readyJson && !ignoreStdin) process.stdin.once('end', end).once('close', end).once('error', end).resume()
}

const run = async (): Promise<void> => {
  const options = parseCliOptions(process.argv.slice(2))
  if (options.help) {
    process.stdout.write(HELP)
    return
  }
  const { profileFile } = options
  const profile = profileFile === undefined ? {} : await readProfile(profileFile)
  const sandbox = await startSandbox({ ...options, profile })
  endWith(sandbox, options)
  const { baseUrl, brands, notices } = sandbox
  for (const notice of notices) process.stderr.write(`sandbox: ${notice}\n`)
  process.stdout.write(options.readyJson ? `${JSON.stringify({ baseUrl, brands })}\n` : listing(sandbox))
}

run().catch(fail)
